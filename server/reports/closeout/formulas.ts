import { per, percentOf } from '#server/reports/sql/formulas.ts';

/** If animals lost weight, there is no feed per kilogram of gain. */
const perGain = (part: string) => per(part, 'case when gain > 0 then gain end');

/**
 * Figures of one or many accounts from their sums. Gain is the weight that left alive plus the weight at the end, less receipts and the
 * weight at the beginning: dead animals weigh nothing, while their days and feed count ("deads in"). `purchase`, and figures that use it,
 * are empty if a price is missing.
 */
export const CLOSEOUT_FIGURES = {
  heads_in: 'heads_in',
  weight_in: per('kg_in', 'heads_in'),
  heads_out: 'heads_out',
  weight_out: per('kg_out', 'heads_out'),
  deaths: 'deaths',
  death_percent: percentOf('deaths', 'heads_in'),
  on_hand: 'on_hand',
  head_days: 'head_days',
  gain: 'gain',
  adg: per('gain', 'head_days'),
  eaten: 'eaten',
  dmi: per('eaten', 'head_days'),
  feed_to_gain: perGain('eaten'),
  cost: 'cost',
  cost_per_head: per('cost', 'head_days'),
  cost_of_gain: perGain('cost'),
  other_cost: 'other_cost',
  purchase: 'purchase',
  break_even: per('purchase + cost + other_cost', 'kg_out'),
} as const;
