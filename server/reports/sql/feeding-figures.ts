import { ACCURACY, BIAS, dmi, JUDGEMENT, PLAN_AND_FACT, PLAN_SUMS, per, percentOf } from './formulas.ts';

/**
 * Figures of one or many feedings, from their sums and three counts of heads, which are head-days where there is more than one day or group:
 * `heads` of feedings that gave something or may still, `planned_heads` of those that `headed_plan` was planned for, `fed_heads` of those that
 * gave something. Days and groups of which nothing was recorded are in none of the sums' counts.
 */
export const FEEDING_FIGURES = {
  ...PLAN_AND_FACT,
  plan_per_head: per('headed_plan', 'planned_heads'),
  fact_per_head: per('fact', 'fed_heads'),
  dry_matter: 'dry_matter',
  dry_matter_per_head: per('dry_matter', 'fed_heads'),
  cost: 'cost',
  cost_per_head: per('cost', 'fed_heads'),
  unloading_cost_of_error: 'cost_of_error',
  leftovers: 'leftover',
  leftovers_percent: percentOf('leftover', 'fact'),
  dmi: dmi('dry_matter', 'leftover_dm', 'fed_heads'),
  unloading_accuracy: ACCURACY,
  unloading_bias: BIAS,
} as const;

/** How the three counts are taken of feedings of one group and day. */
export const HEADS = `
  coalesce(max(heads) filter (where fact > 0 or not counted), 0) as heads, max(heads) as planned_heads, max(heads) filter (where fact > 0) as fed_heads`;

/** Sums over feedings that `FEEDING_FIGURES` read, heads aside. */
export const FEEDING_SUMS = `
  ${PLAN_SUMS}, sum(cost) as cost,
  sum(error) as cost_of_error, sum(dry_matter) as dry_matter,
  sum(leftover) as leftover, sum(leftover_dm) as leftover_dm, ${JUDGEMENT}`;
