import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/platform/errors.ts';

/** The farm's timezone; 404 when it isn't the client's. */
export async function timezoneOf(db: Db, client: number, farm: number): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select timezone from farm where client_id = ${client} and id = ${farm}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].timezone;
}
