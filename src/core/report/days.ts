import { wallClock } from '../format/clock.ts';

/** Today's date where the farm is. */
export const todayIn = (timezone: string, now: Date = new Date()): string =>
  wallClock(now.toISOString(), timezone)!.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;
const instant = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => dayOf(instant(day) + count * DAY_MS);

/** Both ends counted. */
export const daysBetween = (after: string, before: string): number => Math.round((instant(before) - instant(after)) / DAY_MS) + 1;

export const PRESETS = ['today', 'yesterday', 'days_7', 'days_14', 'days_30', 'this_month', 'last_month'] as const;
export type Preset = (typeof PRESETS)[number];

export interface Range {
  after: string;
  before: string;
}

const lastDays = (count: number) => (today: string) => ({ after: addDays(today, 1 - count), before: today });

const RANGES: Record<Preset, (today: string) => Range> = {
  today: (today) => ({ after: today, before: today }),
  yesterday: (today) => ({ after: addDays(today, -1), before: addDays(today, -1) }),
  days_7: lastDays(7),
  days_14: lastDays(14),
  days_30: lastDays(30),
  // Days still to come have plans without facts: the month goes up to today.
  this_month: (today) => ({ after: `${today.slice(0, 8)}01`, before: today }),
  last_month: (today) => {
    const end = addDays(`${today.slice(0, 8)}01`, -1);
    return { after: `${end.slice(0, 8)}01`, before: end };
  },
};

export const presetRange = (preset: Preset, today: string): Range => RANGES[preset](today);

/** The preset that a range is, seen from `today`. */
export const presetOf = ({ after, before }: Range, today: string): Preset | undefined =>
  PRESETS.find((preset) => {
    const range = presetRange(preset, today);
    return range.after === after && range.before === before;
  });

/** The range of equal length just before. */
export const justBefore = ({ after, before }: Range): Range => ({
  after: addDays(after, -daysBetween(after, before)),
  before: addDays(after, -1),
});
