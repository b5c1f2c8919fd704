import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './day.module.css';
import { progressOf } from './sections.ts';

/** Progress of the day: loaded compared with planned, and finished feedings. */
export function DayProgress({ rows }: { rows: readonly ScheduleRow[] }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const unit = useWeightUnit();
  const { plan, fact, done, count } = progressOf(rows);
  // Unloaded and unconfirmed feedings have no weight.
  const started = rows.filter(({ weight_fact }) => weight_fact !== null);
  const soFar = progressOf(started);
  return (
    <Paper withBorder className={classes.progress}>
      <div className={classes.figure}>
        <Text size="xs" c="dimmed">{`${t('operations:planning.loaded')},\u00a0${unit}`}</Text>
        <div className={classes.numbers}>
          <span className={classes.big}>{format.value('weight', fact, { decimals: 0 })}</span>
          <Text span c="dimmed">
            {t('operations:planning.of_plan', { plan: format.value('weight', plan, { decimals: 0 }) })}
          </Text>
        </div>
      </div>
      <div className={classes.figure}>
        <Text size="xs" c="dimmed">
          {t('operations:planning.finished')}
        </Text>
        <div className={classes.numbers}>
          <span className={classes.big}>{done}</span>
          <Text span c="dimmed">
            {t('operations:planning.of_plan', { plan: count })}
          </Text>
        </div>
      </div>
      <div className={classes.figure}>
        <Text size="xs" c="dimmed">{`${t('operations:planning.deviation')},\u00a0${unit}`}</Text>
        <div className={classes.numbers}>
          <Deviation plan={soFar.plan} fact={started.length ? soFar.fact : null} tolerance={0} percent />
        </div>
      </div>
      <div className={classes.bar}>
        <PlanBar plan={plan} fact={fact} label={t('operations:planning.progress')} />
      </div>
    </Paper>
  );
}
