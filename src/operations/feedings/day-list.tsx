import { Droppable, type DropResult } from '@hello-pangea/dnd';
import { Button, Paper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { RowAction } from '#src/core/resource/row-actions.tsx';
import { usePrinting } from '#src/core/ui/printing.ts';
import { DragOrder } from '#src/domain/plan/drag-order.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './day.module.css';
import { ScheduleCard } from './schedule-card.tsx';
import { isFinished, movedOrder, nextOf, type Section } from './sections.ts';

interface DayListProps {
  sections: readonly Section[];
  movable: boolean;
  listActions: (schedule: ScheduleRow, section: Section, index: number) => readonly RowAction[];
  recordPath: (schedule: ScheduleRow) => string;
  onOpen: (schedule: ScheduleRow) => void;
  onReorder: (ids: number[]) => void;
}

/** The day by periods, each sortable. Finished feedings fold while others remain, on a small screen from the start. */
export function DayList({ sections, movable, listActions, recordPath, onOpen, onReorder }: DayListProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const nextId = nextOf(sections.flatMap(({ schedules }) => schedules));
  const small = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false });
  const [folded, setFolded] = useState<boolean | null>(null);
  const open = sections.some(({ schedules }) => schedules.some((one) => !isFinished(one)));
  const printing = usePrinting();
  const folds = open && !printing && (folded ?? small);
  /** The visible feedings of a section; dragging identifies them by their index here. */
  const seen = ({ schedules }: Section) => (folds ? schedules.filter((one) => !isFinished(one)) : schedules);
  const placeIn = (section: Section, index: number) => section.schedules.indexOf(seen(section)[index]!);
  const drop = ({ source, destination }: DropResult) => {
    const section = sections.find(({ id }) => String(id) === source.droppableId);
    const ids =
      destination && section && movedOrder(sections, section.id, placeIn(section, source.index), placeIn(section, destination.index));
    if (ids) onReorder(ids);
    return Boolean(ids);
  };
  return (
    <DragOrder onDrop={drop}>
      {sections.map((section) => (
        <section key={section.id} className={classes.section} aria-label={section.name ?? t('operations:planning.by_hand')}>
          <div className={classes.heading}>
            <Text component="h2" size="lg" fw={600}>
              {section.name ?? t('operations:planning.by_hand')}
            </Text>
            {section.start && section.end && (
              <span>
                {format.value('time', section.start.slice(0, 5))} – {format.value('time', section.end.slice(0, 5))}
              </span>
            )}
            <span className={classes.sum}>
              {format.value(
                'weight',
                section.schedules.reduce((sum, row) => sum + row.fresh_weight, 0),
                { decimals: 0 },
              )}{' '}
              {unit}
            </span>
          </div>
          <Paper withBorder className={classes.panel}>
            {open && section.schedules.some(isFinished) && (
              <Button
                fullWidth
                variant="subtle"
                color="gray"
                className={classes.fold}
                aria-expanded={!folds}
                leftSection={folds ? <IconChevronRight size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
                onClick={() => setFolded(!folds)}
              >
                {t('operations:planning.finished')}: {section.schedules.filter(isFinished).length}
              </Button>
            )}
            <div className={classes.head} aria-hidden>
              <span />
              <span>{t('pages:schedule.ration')}</span>
              <span>{t('pages:schedule.groups')}</span>
              <span className={classes.right}>
                <span>{`${t('operations:planning.plan')},\u00a0${unit}`}</span>
                <span>{`${t('operations:planning.fact')},\u00a0${unit}`}</span>
                <span>{`${t('operations:planning.deviation')},\u00a0${unit}`}</span>
              </span>
              <span>{t('operations:planning.status')}</span>
            </div>
            <Droppable droppableId={String(section.id)} type={String(section.id)}>
              {(place) => (
                <ul ref={place.innerRef} {...place.droppableProps} className={classes.list}>
                  {seen(section).map((schedule, index) => (
                    <ScheduleCard
                      key={schedule.id}
                      schedule={schedule}
                      index={index}
                      movable={movable && section.schedules.length > 1}
                      actions={listActions(schedule, section, placeIn(section, index))}
                      recordPath={recordPath(schedule)}
                      next={schedule.id === nextId}
                      onOpen={() => onOpen(schedule)}
                    />
                  ))}
                  {place.placeholder}
                </ul>
              )}
            </Droppable>
          </Paper>
        </section>
      ))}
    </DragOrder>
  );
}
