import { ACCURACY, BIAS, dmi, JUDGEMENT, PLAN_AND_FACT, PLAN_SUMS, per, percentOf } from './formulas.ts';

/**
 * Figures of one or many feedings, from their sums; `heads` and `fed_heads` are head-days where there is more than one day or group, and
 * `headed_plan` is what those heads were to get: days and groups of which nothing was recorded are in neither.
 */
export const FEEDING_FIGURES = {
  ...PLAN_AND_FACT,
  plan_per_head: per('headed_plan', 'heads'),
  fact_per_head: per('fact', 'fed_heads'),
  dry_matter: 'dry_matter',
  dry_matter_per_head: per('dry_matter', 'fed_heads'),
  cost: 'cost',
  cost_per_head: per('cost', 'fed_heads'),
  cost_of_error: 'cost_of_error',
  leftovers: 'leftover',
  leftovers_percent: percentOf('leftover', 'fact'),
  dmi: dmi('dry_matter', 'leftover_dm', 'fed_heads'),
  unloading_accuracy: ACCURACY,
  bias: BIAS,
} as const;

/** Sums over feedings that `FEEDING_FIGURES` read, heads aside. */
export const FEEDING_SUMS = `
  ${PLAN_SUMS}, sum(cost) as cost,
  sum(error) as cost_of_error, sum(dry_matter) as dry_matter,
  sum(leftover) as leftover, sum(leftover_dm) as leftover_dm, ${JUDGEMENT}`;
