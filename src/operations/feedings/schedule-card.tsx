import { Draggable } from '@hello-pangea/dnd';
import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import { IconPlayerPlay, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { type RowAction, RowActions } from '#src/core/resource/row-actions.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { Grip } from '#src/domain/plan/grip.tsx';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import classes from './day.module.css';
import { FeedingStatus } from './feeding-status.tsx';
import { findWorstDeviation, isFinished } from './sections.ts';

interface ScheduleCardProps {
  schedule: ScheduleRow;
  index: number;
  movable: boolean;
  actions: readonly RowAction[];
  recordPath: string;
  /** True for the next feeding, whose button is highlighted. */
  next: boolean;
  onOpen: () => void;
}

/** Badges of a feeding that isn't usual. */
function Marks({ schedule }: { schedule: ScheduleRow }) {
  const { t } = useTranslation(['operations', 'pages']);
  const marks = (['auto_load', 'leftovers', 'ignore_in_reports'] as const).filter((mark) => schedule[mark]);
  if (!schedule.implausible && marks.length === 0) return null;
  return (
    <div className={classes.marks}>
      {schedule.implausible && (
        <Badge size="sm" variant="light" color="straw">
          {t('operations:planning.waits')}
        </Badge>
      )}
      {marks.map((mark) => (
        <Badge key={mark} size="sm" variant="light" color={mark === 'ignore_in_reports' ? 'straw' : 'gray'}>
          {t(`pages:schedule.${mark}`)}
        </Badge>
      ))}
    </div>
  );
}

/** One feeding of the day: a line of a table, or a card on a phone. */
export function ScheduleCard({ schedule, index, movable, actions, recordPath, next, onOpen }: ScheduleCardProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const { abilities, status } = schedule;
  const step = abilities.load
    ? ({ icon: IconPlayerPlay, label: 'operations:planning.load', begun: status === 'in_process' } as const)
    : abilities.upload && ({ icon: IconTruckDelivery, label: 'operations:planning.unload', begun: status === 'out_process' } as const);
  const began = schedule.started_at ? format.value('datetime', schedule.started_at).split(' ').slice(1).join(' ') : null;

  return (
    <Draggable draggableId={String(schedule.id)} index={index} isDragDisabled={!movable}>
      {(drag, snapshot) => (
        <li ref={drag.innerRef} {...drag.draggableProps} className={classes.row} data-dragged={snapshot.isDragging || undefined}>
          <Grip movable={movable} name={schedule.ration_name} handle={drag.dragHandleProps} />
          <div className={classes.what}>
            <UnstyledButton className={classes.name} onClick={onOpen}>
              <Truncated text={schedule.ration_name} at={45} />
            </UnstyledButton>
            <Text size="xs" c="dimmed" component="div">
              {schedule.parts > 1 && `${t('pages:schedule.part_of', { part: schedule.part, parts: schedule.parts })} · `}
              {schedule.mixer_name}
              {schedule.operator_name && ` · ${schedule.operator_name}`}
              {began && ` · ${began}`}
            </Text>
            <Marks schedule={schedule} />
          </div>
          <div className={classes.groups}>
            <Truncated text={schedule.groups.map(({ group_name }) => group_name).join(', ')} at={45} />
          </div>
          <div className={classes.weights}>
            <span className={classes.number}>
              <span className={classes.caption}>{t('operations:planning.plan')}</span>
              {format.value('weight', schedule.fresh_weight)}
            </span>
            <span className={classes.number}>
              <span className={classes.caption}>{t('operations:planning.fact')}</span>
              {format.value('weight', schedule.weight_fact)}
            </span>
            <span className={classes.number}>
              <span className={classes.caption}>{t('operations:planning.deviation')}</span>
              <Deviation
                plan={schedule.fresh_weight}
                fact={status === 'waited' || status === 'in_process' ? null : schedule.weight_fact}
                tolerance={0}
                beyond={findWorstDeviation(schedule) !== null}
                calm={isFinished(schedule)}
              />
            </span>
            <span className={classes.meter}>
              <PlanBar plan={schedule.fresh_weight} fact={schedule.weight_fact ?? 0} label={t('operations:planning.progress')} />
            </span>
          </div>
          <div className={classes.status}>
            <FeedingStatus schedule={schedule} />
          </div>
          <div className={classes.go}>
            {step && (
              <Button
                component={Link}
                to={recordPath}
                size="xs"
                variant={next ? 'filled' : 'default'}
                className={classes.begin}
                leftSection={<step.icon size={14} aria-hidden />}
              >
                {t(step.begun ? 'operations:planning.go_on' : step.label)}
              </Button>
            )}
          </div>
          <div className={classes.more}>
            <RowActions actions={actions} name={schedule.ration_name} />
          </div>
        </li>
      )}
    </Draggable>
  );
}
