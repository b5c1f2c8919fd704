import { Alert, Paper, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseStep, computeGroupWeight, planFeeding, planLastLoad } from '#common/feeding/plan.ts';
import { MAX_PARTS, mixerLimit, partsOf } from '#contract/operations/mixers.ts';
import { useClientUnits } from '#src/core/format/client-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { type Call, calledWeight } from '#src/operations/feedings/called.ts';
import type { Mixer, Ration } from '#src/operations/feedings/choices.ts';
import { type Feeding, growthOf } from '#src/operations/feedings/feeding.ts';
import classes from './editor.module.css';
import { PlanItems } from './plan-items.tsx';

interface PlanPreviewProps {
  value: Feeding;
  ration: Ration | undefined;
  mixer: Mixer | undefined;
  headsOf: (group: number) => number;
  /** The day's calls, and the edited feeding's id. */
  day?: { calls: readonly Call[]; schedule: number | null } | undefined;
  onChange: (part: Partial<Feeding>) => void;
}

type PlannedFeeding = Pick<PlanPreviewProps, 'value' | 'ration' | 'mixer' | 'headsOf' | 'day'>;

/** The feeding's planned weights, and its loads by the mixer's limit. */
function useFeedingPlan({ value, ration, mixer, headsOf, day }: PlannedFeeding, findCall: (group: number) => Call | undefined) {
  const weighsInPounds = useClientUnits()?.weighs_in_pounds ?? false;
  // Unneeded water isn't loaded.
  const parts = ration?.items.filter(({ percent }) => percent > 0) ?? [];
  const percents = parts.map(({ percent }) => percent);
  const step = chooseStep({ mixerRounds: mixer?.rounding ?? false, inPounds: weighsInPounds, rationStep: ration?.rounding ?? 0 });
  const plan = planFeeding({
    groups: value.groups.map((one) => {
      const planned = { heads: headsOf(one.group), weight_per_head: one.weight_per_head ?? 0, growth: growthOf(one, ration) };
      const base = computeGroupWeight(planned.heads, planned.weight_per_head, planned.growth);
      return { ...planned, given: calledWeight(findCall(one.group), day?.schedule ?? null, base, value.locked) };
    }),
    percents,
    leftovers: value.leftovers,
    planned_leftovers: value.planned_leftovers,
    step,
  });
  const limit = mixer ? mixerLimit(mixer, ration) : 0;
  const overfull = mixer !== undefined && plan.weight_plan > limit;
  const loads = mixer ? partsOf(plan.weight_plan, limit, value.split) : 1;
  const load = loads > 1 ? planLastLoad(plan.weight_plan, loads, percents, step) : plan;
  return { parts, plan, limit, loads, load, overfull, tooHeavy: overfull && (!value.split || plan.weight_plan > limit * MAX_PARTS) };
}

/** The plan of the edited feeding: its weight compared with the mixer, and each ingredient. */
export function PlanPreview({ value, ration, mixer, headsOf, day, onChange }: PlanPreviewProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const findCall = (group: number) => day?.calls.find((call) => call.group === group);
  const { parts, plan, limit, loads, load, overfull, tooHeavy } = useFeedingPlan({ value, ration, mixer, headsOf, day }, findCall);
  return (
    <Paper className={classes.preview} withBorder aria-live="polite">
      <div className={classes.sum}>
        <Text c="dimmed">{t(value.leftovers ? 'pages:schedule.fresh_weight' : 'pages:schedule.weight_plan')}</Text>
        <Text size="xl" fw={600}>
          {format.value('weight', plan.fresh_weight)} {unit}
        </Text>
      </div>
      {!value.locked &&
        value.groups.map(({ group }, index) => {
          const call = findCall(group);
          return (
            call && (
              <Text key={group} size="xs" c="dimmed">
                {t('pages:daily_call.called', {
                  percent: format.percent(call.percent, { plus: true }),
                  weight: `${format.value('weight', plan.groups[index])}\u00a0${unit}`,
                })}
              </Text>
            )
          );
        })}
      {value.leftovers && (
        <Text size="xs" c="dimmed">
          {t('pages:schedule.fresh_of', {
            plan: format.value('weight', plan.weight_plan),
            leftovers: format.value('weight', value.planned_leftovers),
            unit,
          })}
        </Text>
      )}
      {mixer && (
        <div className={classes.capacity}>
          <PlanBar plan={limit} fact={load.weight_plan} label={t('pages:schedule.mixer_capacity')} />
          <Text size="xs" c="dimmed">
            {t('pages:schedule.of_mixer', { max: format.value('weight', limit), unit })}
          </Text>
        </div>
      )}
      {tooHeavy && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" p="xs">
          {t('core:errors.mixer_weight', { limit: `${format.value('weight', limit)}\u00a0${unit}` })}
        </Alert>
      )}
      {(overfull || value.split) && (
        <Switch
          label={t('pages:schedule.split')}
          description={t('pages:schedule.split_hint')}
          checked={value.split}
          onChange={(event) => onChange({ split: event.currentTarget.checked })}
        />
      )}
      {loads > 1 && (
        <Text fw={600}>
          {t('pages:periods.jobs')}: {loads} × {format.value('weight', load.weight_plan)} {unit}
        </Text>
      )}
      {ration && plan.fresh_weight > 0 && <PlanItems parts={parts} weights={load.items} />}
    </Paper>
  );
}
