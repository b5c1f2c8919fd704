import type { Kind } from '#contract/kinds.ts';

/**
 * What of a person's month a bonus follows, by the names that the report of operators has for it. Percent, seconds late (early is below 0), kilograms and money;
 * bias, deviation and cost of error by their size, over and under alike.
 */
export const BONUS_MEASURES = ['bullseye', 'loading_bias', 'punctuality', 'completeness', 'deviation', 'loading_cost_of_error'] as const;
export type BonusMeasure = (typeof BONUS_MEASURES)[number];

/** How each measure is written. */
export const BONUS_KINDS = {
  bullseye: 'percent',
  loading_bias: 'percent',
  punctuality: 'duration',
  completeness: 'percent',
  deviation: 'weight',
  loading_cost_of_error: 'money',
} as const satisfies Record<BonusMeasure, Kind>;
