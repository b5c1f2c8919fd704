import type { ReportScope } from './scope.ts';

/** Something missed, of one weighing or feeding: with its sign, or by its size where that was asked for, so that over and under don't cancel out. */
export const asAsked = ({ filters }: ReportScope, missed: string) => (filters.deviation?.[0] === 'absolute' ? `abs(${missed})` : missed);
