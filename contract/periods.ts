import { addDays, weekdayOf } from './days.ts';

/** Relative periods, for reports, saved filters and scheduled mails. */
export const PERIODS = ['today', 'yesterday', 'whole_7', 'days_7', 'days_14', 'days_30', 'last_week', 'this_month', 'last_month'] as const;
export type Period = (typeof PERIODS)[number];
export const isPeriod = (word: unknown): word is Period => PERIODS.some((period) => period === word);
/** Periods of one month. */
export const MONTH_PERIODS = ['this_month', 'last_month'] as const satisfies readonly Period[];

/** A range of days, both ends included. */
export interface Range {
  after: string;
  before: string;
}

/** All days of a month, `YYYY-MM`. */
export function monthRange(month: string): Range {
  const next = addDays(`${month}-28`, 4).slice(0, 7);
  return { after: `${month}-01`, before: addDays(`${next}-01`, -1) };
}

/** The day before the first of a day's month. */
const monthBefore = (day: string) => addDays(`${day.slice(0, 8)}01`, -1);
const daysTo = (last: string, count: number): Range => ({ after: addDays(last, 1 - count), before: last });

/**
 * The days of a period, from a farm's `today`. A number of days ends with today, or with yesterday if only `whole` days count. A month ends
 * with today in both cases, because later days have plans without facts.
 */
export function periodRange(period: Period, today: string, whole = false): Range {
  const yesterday = addDays(today, -1);
  const last = whole ? yesterday : today;
  switch (period) {
    case 'today':
      return daysTo(today, 1);
    case 'yesterday':
      return daysTo(yesterday, 1);
    case 'whole_7':
      return daysTo(yesterday, 7);
    case 'days_7':
      return daysTo(last, 7);
    case 'days_14':
      return daysTo(last, 14);
    case 'days_30':
      return daysTo(last, 30);
    case 'last_week':
      return daysTo(addDays(today, -weekdayOf(today)), 7);
    case 'this_month':
      return { after: `${today.slice(0, 8)}01`, before: today };
    case 'last_month': {
      const end = monthBefore(today);
      return { after: `${end.slice(0, 8)}01`, before: end };
    }
  }
}

/** The finished days of yesterday's year. */
export const yearToDate = (today: string): Range => {
  const before = addDays(today, -1);
  return { after: `${before.slice(0, 4)}-01-01`, before };
};
export const yearBefore = (today: string): Range => daysTo(addDays(today, -1), 365);

/** The period that a range matches, from `today`. */
export const periodOf = ({ after, before }: Range, today: string): Period | undefined =>
  PERIODS.find((period) => {
    const range = periodRange(period, today);
    return range.after === after && range.before === before;
  });
