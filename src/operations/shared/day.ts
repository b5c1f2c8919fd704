import { wallClock } from '../../core/format/clock.ts';

/** Today's date where the farm is. */
export const todayAt = (timezone: string, now = new Date()): string => wallClock(now.toISOString(), timezone)!.toISOString().slice(0, 10);

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day out of an address; null when it is none. */
export const dayOf = (text: string | null): string | null => (text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null);
