import { Draggable } from '@hello-pangea/dnd';
import { Paper, Switch, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { type RowAction, RowActions } from '#src/core/resource/row-actions.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { Grip } from '#src/domain/plan/grip.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './periods.module.css';
import type { Period } from './queries.ts';

interface PeriodCardProps {
  period: Period;
  index: number;
  mayChange: boolean;
  movable: boolean;
  actions: readonly RowAction[];
  onOpen: () => void;
  onActivate: (active: boolean) => void;
}

/** A period with its loads; the switch makes it part of every day. */
export function PeriodCard({ period, index, mayChange, movable, actions, onOpen, onActivate }: PeriodCardProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  return (
    <Draggable draggableId={String(period.id)} index={index} isDragDisabled={!movable}>
      {(drag, snapshot) => (
        <Paper
          withBorder
          component="li"
          ref={drag.innerRef}
          {...drag.draggableProps}
          className={classes.card}
          data-dragged={snapshot.isDragging || undefined}
          data-off={!period.active || undefined}
        >
          <div className={classes.head}>
            <Grip movable={movable} name={period.name} handle={drag.dragHandleProps} />
            <div className={classes.title}>
              <UnstyledButton className={classes.name} onClick={onOpen}>
                <Truncated text={period.name} at={45} />
              </UnstyledButton>
              <Text c="dimmed" component="span">
                {format.value('time', period.start_time.slice(0, 5))} – {format.value('time', period.end_time.slice(0, 5))}
              </Text>
            </div>
            <Switch
              className={classes.active}
              checked={period.active}
              disabled={!mayChange}
              label={t(period.active ? 'pages:periods.on' : 'pages:periods.off')}
              aria-label={t('pages:periods.activate', { name: period.name })}
              onChange={(event) => onActivate(event.currentTarget.checked)}
            />
            <Text fw={600} className={classes.weight}>
              {format.value('weight', period.weight_plan, { decimals: 0 })}
              {`\u00a0${unit}`}
            </Text>
            <RowActions actions={actions} name={period.name} />
          </div>
          {period.jobs.length > 0 ? (
            <table className={classes.jobs} aria-label={period.name}>
              <thead>
                <tr>
                  <th>{t('pages:schedule.ration')}</th>
                  <th>{t('pages:schedule.mixer')}</th>
                  <th>{t('pages:schedule.groups')}</th>
                  <th className={classes.jobWeight}>{t('operations:planning.plan')}</th>
                </tr>
              </thead>
              <tbody>
                {period.jobs.map((job) => (
                  <tr key={job.id}>
                    <td className={classes.ration}>
                      <Truncated text={job.ration_name} at={45} />
                    </td>
                    <td className={classes.dim}>{job.mixer_name}</td>
                    <td className={classes.dim}>
                      <Truncated text={job.groups.map(({ group_name }) => group_name).join(', ')} at={45} />
                    </td>
                    <td className={classes.jobWeight}>
                      {format.value('weight', job.weight_plan, { decimals: 0 })} {unit}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <Text c="dimmed" className={classes.none}>
              {t('pages:periods.no_jobs')}
            </Text>
          )}
        </Paper>
      )}
    </Draggable>
  );
}
