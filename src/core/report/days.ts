import { addDays, daysBetween } from '../../../contract/days.ts';
import type { Range } from '../../../contract/reports/periods.ts';
import { wallClock } from '../format/clock.ts';

export { addDays, daysBetween, type Range };

/** Today's date where the farm is. */
export const todayIn = (timezone: string, now: Date = new Date()): string =>
  wallClock(now.toISOString(), timezone)!.toISOString().slice(0, 10);

/** The range of equal length just before. */
export const justBefore = ({ after, before }: Range): Range => ({
  after: addDays(after, -daysBetween(after, before)),
  before: addDays(after, -1),
});
