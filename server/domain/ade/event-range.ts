import { dayAt } from '#common/format/clock.ts';
import type { AdeEventQuery } from '#contract/ade.ts';
import { addDays } from '#contract/days.ts';
import { MAX_RANGE_DAYS } from '#contract/reports/shape.ts';
import { invalid } from '#server/platform/errors.ts';

/** Days of events without a given range, today included. */
const USUAL_DAYS = 31;
const DAY_MS = 86_400_000;

/** The farm's days of a range of instants, both included. 400 for a range that is reversed or longer than a report's. */
export function readEventDays(query: AdeEventQuery, timezone: string, now: Date): { from: string; to: string } {
  const { 'start-date-time': start, 'end-date-time': end } = query;
  // The end isn't part of the range: midnight ends the day before.
  const to = end ? dayAt(new Date(Date.parse(end) - 1), timezone) : dayAt(now, timezone);
  const from = start ? dayAt(start, timezone) : addDays(to, 1 - USUAL_DAYS);
  if (from > to) throw invalid('start-date-time', 'too_large', { limit: to });
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_RANGE_DAYS)
    throw invalid('end-date-time', 'too_long_range', { limit: MAX_RANGE_DAYS });
  return { from, to };
}
