import { formatInTimeZone, fromZonedTime } from 'date-fns-tz';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { notFound } from './errors.ts';

/** The farm's day (`YYYY-MM-DD`) at an instant. */
export const dayAt = (instant: Date | string, timezone: string): string => formatInTimeZone(instant, timezone, 'yyyy-MM-dd');

/** The instant at which a farm's clock shows `time` (`HH:mm[:ss]`) on `day`. A time that daylight saving skips is the instant after the gap. */
export const instantAt = (day: string, time: string, timezone: string): Date => fromZonedTime(`${day}T${time}`, timezone);

/** The day `days` after another. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The farm's timezone; 404 when it isn't the client's. */
export async function timezoneOf(db: Db, client: number, farm: number): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from farm where client_id = ${client} and id = ${farm}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].timezone;
}
