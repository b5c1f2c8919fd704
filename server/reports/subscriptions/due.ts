import { weekdayOf } from '../../../contract/days.ts';
import type { subscriptions } from '../../../contract/reports/subscriptions.ts';
import type { RowOf } from '../../../contract/resource.ts';
import { instantOf } from '../../../src/core/format/clock.ts';
import { addDays, dayAt } from '../../core/days.ts';

export type Turn = Pick<RowOf<typeof subscriptions>, 'every' | 'weekday' | 'month_day' | 'hour'>;

const lastOfMonth = (day: string) => addDays(`${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);

function isItsDay({ every, weekday, month_day }: Turn, day: string): boolean {
  if (every === 'week') return weekdayOf(day) === weekday;
  // A month without that day has its last one instead.
  if (every === 'month') return Number(day.slice(8)) === Math.min(month_day, Number(lastOfMonth(day).slice(8)));
  return true;
}

/** The first time after `after` at which it falls due by the farm's clock. An hour that summer time skips is the hour after; one that comes twice counts once. */
export function nextDue(turn: Turn, timezone: string, after: Date): Date {
  const time = `${String(turn.hour).padStart(2, '0')}:00`;
  for (let day = dayAt(after, timezone); ; day = addDays(day, 1)) {
    if (!isItsDay(turn, day)) continue;
    const at = new Date(instantOf(`${day} ${time}`, timezone) ?? '');
    if (at > after) return at;
  }
}

/** Of the times that have come since `first` fell due, the last: what was missed while no server ran goes out once. */
export function latestDue(turn: Turn, timezone: string, first: Date, now: Date): Date {
  let due = first;
  for (let next = nextDue(turn, timezone, due); next <= now; next = nextDue(turn, timezone, due)) due = next;
  return due;
}
