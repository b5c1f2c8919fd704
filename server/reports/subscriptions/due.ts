import { dayAt, instantAt } from '#common/format/clock.ts';
import { addDays, weekdayOf } from '#contract/days.ts';
import { isMonthly } from '#contract/operations/blanks.ts';
import { monthRange, periodRange, type Range } from '#contract/periods.ts';
import type { subscriptions } from '#contract/reports/subscriptions.ts';
import type { RowOf } from '#contract/resource.ts';

type Subscription = RowOf<typeof subscriptions>;
export type Turn = Pick<Subscription, 'every' | 'weekday' | 'month_day' | 'hour'>;

function isItsDay({ every, weekday, month_day }: Turn, day: string): boolean {
  if (every === 'week') return weekdayOf(day) === weekday;
  // A month without that day has its last one instead.
  if (every === 'month') return Number(day.slice(8)) === Math.min(month_day, Number(monthRange(day.slice(0, 7)).before.slice(8)));
  return true;
}

/** The first time after `after` at which it falls due by the farm's clock. An hour that summer time skips is the hour after; of one that comes twice it is the later. */
export function nextDue(turn: Turn, timezone: string, after: Date): Date {
  const time = `${String(turn.hour).padStart(2, '0')}:00`;
  for (let day = dayAt(after, timezone); ; day = addDays(day, 1)) {
    if (!isItsDay(turn, day)) continue;
    const at = instantAt(day, time, timezone);
    if (at > after) return at;
  }
}

/** Which days a file is of that falls due at `at`: whole ones; a form of a month is of all its days, as on its screen. */
export function daysDue({ period, timezone, report_type }: Pick<Subscription, 'period' | 'timezone' | 'report_type'>, at: Date): Range {
  const days = periodRange(period, dayAt(at, timezone), true);
  return isMonthly(report_type) ? monthRange(days.before.slice(0, 7)) : days;
}

/** The latest of the times since `first` was due. Times missed while no server ran are sent once. */
export function latestDue(turn: Turn, timezone: string, first: Date, now: Date): Date {
  let due = first;
  for (let next = nextDue(turn, timezone, due); next <= now; next = nextDue(turn, timezone, due)) due = next;
  return due;
}
