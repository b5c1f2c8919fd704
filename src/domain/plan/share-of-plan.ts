import type { Formatter } from '#common/format/formatter.ts';

/** Completion of the plan with one decimal, so that more than 100 % is visible; null without a plan. */
export const shareOfPlan = (format: Pick<Formatter, 'percent'>, fact: number, plan: number): string | null =>
  plan > 0 ? format.percent((fact / plan) * 100, { decimals: 1 }) : null;
