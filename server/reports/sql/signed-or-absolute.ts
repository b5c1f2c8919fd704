import type { Cell } from '#contract/reports/shape.ts';
import type { ReportScope } from './scope.ts';

/** Something missed, of one weighing or feeding: with its sign, or by its size where that was asked for, so that over and under don't cancel out. */
export const signedOrAbsolute = ({ filters }: ReportScope, missed: string) =>
  filters.deviation?.[0] === 'absolute' ? `abs(${missed})` : missed;

/** A schedule's row, of which nothing is beyond tolerance where its mixer has none. */
export const withoutTolerance = <R extends { tolerant: Cell }>({ tolerant, ...row }: R) => (tolerant ? row : { ...row, beyond: null });
