import { dayAt, instantAt, wallText } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { SignalMail } from '#contract/reports/signal-mail.ts';

export type Chosen = Pick<SignalMail, 'mode' | 'hour' | 'quiet_from' | 'quiet_to'>;

/** The fields of a signal that decide when its mail may go: the moment it was found and its farm's time zone. */
export interface FoundSignal {
  found_at: string;
  timezone: string;
}

/** True if a time of day is within the hours, which may span midnight. */
export const isWithin = (time: string, from: string, to: string): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to;

const isQuiet = ({ quiet_from, quiet_to }: Chosen, timezone: string, now: Date) =>
  quiet_from !== null && quiet_to !== null && isWithin(wallText(now, timezone).slice(11, 16), quiet_from, quiet_to);

/** The last time at which a digest of that hour went, by a farm's clock; an hour that summer time skips is the one after, of one that comes twice the later. */
function lastDigest(hour: number, timezone: string, now: Date): Date {
  const time = `${String(hour).padStart(2, '0')}:00`;
  const today = dayAt(now, timezone);
  const at = instantAt(today, time, timezone);
  return at <= now ? at : instantAt(addDays(today, -1), time, timezone);
}

/**
 * True if a signal is sent now: immediately, or with the first digest after it was found. In quiet hours nothing is sent until they end. A
 * signal missed while no server ran is sent as soon as one runs.
 */
export function isDue(chosen: Chosen, { found_at, timezone }: FoundSignal, now: Date): boolean {
  if (chosen.mode === 'none' || isQuiet(chosen, timezone, now)) return false;
  return chosen.mode === 'at_once' || new Date(found_at) <= lastDigest(chosen.hour, timezone, now);
}
