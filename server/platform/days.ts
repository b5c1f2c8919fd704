import { formatInTimeZone, fromZonedTime } from 'date-fns-tz';
import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/platform/errors.ts';

export { addDays };

/** The farm's day (`YYYY-MM-DD`) at an instant. */
export const dayAt = (instant: Date | string, timezone: string): string => formatInTimeZone(instant, timezone, 'yyyy-MM-dd');

/** The instant at which a farm's clock shows `time` (`HH:mm[:ss]`) on `day`. A time that daylight saving skips is the instant after the gap. */
export function instantAt(day: string, time: string, timezone: string): Date {
  const wall = `${day}T${time}`;
  const at = fromZonedTime(wall, timezone);
  // Of a skipped time date-fns-tz gives the instant an hour too early, before the gap.
  const early = Date.parse(`${wall}Z`) - Date.parse(`${formatInTimeZone(at, timezone, "yyyy-MM-dd'T'HH:mm:ss.SSS")}Z`);
  return early > 0 ? new Date(at.getTime() + early) : at;
}

/** The farm's timezone; 404 when it isn't the client's. */
export async function timezoneOf(db: Db, client: number, farm: number): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from farm where client_id = ${client} and id = ${farm}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].timezone;
}
