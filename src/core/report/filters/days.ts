import { addDays, daysBetween } from '#contract/days.ts';
import type { Range } from '#contract/periods.ts';

/** The range of equal length just before. */
export const justBefore = ({ after, before }: Range): Range => ({
  after: addDays(after, -daysBetween(after, before)),
  before: addDays(after, -1),
});
