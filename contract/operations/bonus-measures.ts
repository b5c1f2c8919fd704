import type { Kind } from '#contract/kinds.ts';

/**
 * Measures of a person's month for bonuses, by their names in the operators' report: percent, seconds late (early is below 0), kilograms
 * and money. Bias, deviation and cost of error count by their size.
 */
export const BONUS_MEASURES = ['bullseye', 'loading_bias', 'punctuality', 'completeness', 'deviation', 'loading_cost_of_error'] as const;
export type BonusMeasure = (typeof BONUS_MEASURES)[number];

/** The kind of each measure, for formatting. */
export const BONUS_KINDS = {
  bullseye: 'percent',
  loading_bias: 'percent',
  punctuality: 'duration',
  completeness: 'percent',
  deviation: 'weight',
  loading_cost_of_error: 'money',
} as const satisfies Record<BonusMeasure, Kind>;
