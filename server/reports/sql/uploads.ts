import { ACCURACY, ADDED_PLAN_SUMS, BIAS, BULLSEYE, JUDGEMENT, JUDGEMENT_SUMS, PLAN_AND_FACT, PLAN_SUMS } from './formulas.ts';

/** Sums over feedings that `UPLOAD_FIGURES` read. */
export const UPLOAD_SUMS = `
  ${PLAN_SUMS}, sum(cost) as cost,
  sum(error) as cost_of_error, ${JUDGEMENT}`;
export const ADDED_UPLOAD_SUMS = [...ADDED_PLAN_SUMS, 'cost', 'cost_of_error', ...JUDGEMENT_SUMS];

export const UPLOAD_FIGURES = {
  ...PLAN_AND_FACT,
  unloading_accuracy: ACCURACY,
  unloading_bias: BIAS,
  bullseye: BULLSEYE,
  cost: 'cost',
  unloading_cost_of_error: 'cost_of_error',
} as const;
