import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/platform/errors.ts';

/** The farm's time zone; 404 if it isn't the client's farm. */
export async function timezoneOf(db: Db, client: number, farm: number): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from farm where client_id = ${client} and id = ${farm}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].timezone;
}

/** Today at each of these farms. */
export async function todayOn(db: Db, client: number, now: Date, farms: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; timezone: string }>`
    select id, timezone from farm where client_id = ${client} and id = any(${[...new Set(farms)]})`.execute(db);
  return new Map(rows.map(({ id, timezone }) => [id, dayAt(now, timezone)]));
}
