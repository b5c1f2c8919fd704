import { ACCURACY, BIAS, BULLSEYE, JUDGEMENT, JUDGEMENT_SUMS, PLAN_AND_FACT } from './formulas.ts';

/** Sums over feedings that `UPLOAD_FIGURES` read. */
export const UPLOAD_SUMS = `
  sum(plan) as plan, sum(plan) filter (where not counted) as waiting, sum(fact) as fact, sum(miss) as miss, sum(cost) as cost,
  sum(error) as cost_of_error, ${JUDGEMENT}`;
export const ADDED_UPLOAD_SUMS = ['plan', 'waiting', 'fact', 'miss', 'cost', 'cost_of_error', ...JUDGEMENT_SUMS];

export const UPLOAD_FIGURES = {
  ...PLAN_AND_FACT,
  unloading_accuracy: ACCURACY,
  bias: BIAS,
  bullseye: BULLSEYE,
  cost: 'cost',
  cost_of_error: 'cost_of_error',
} as const;
