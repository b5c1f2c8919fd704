import type { Formatter } from '#common/format/formatter.ts';

/** How much of the plan is done, to a tenth, so that more than all of it reads as more; null where nothing was planned. */
export const shareOfPlan = (format: Pick<Formatter, 'percent'>, fact: number, plan: number): string | null =>
  plan > 0 ? format.percent((fact / plan) * 100, { decimals: 1 }) : null;
