import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { conflict } from './errors.ts';

/**
 * 409 unless the farm's month that `day` (`YYYY-MM-DD`, of the farm) lies in is open. The month stays as it is until the
 * transaction ends: who closes a month takes the same advisory lock, not shared.
 */
export async function demandOpenMonth(tx: Tx, client: number, farm: number, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('manger month'), ${farm}::integer)`.execute(tx);
  const { rows } = await sql`
    select from month_close
    where client_id = ${client} and farm_id = ${farm} and month = date_trunc('month', ${day}::date)::date`.execute(tx);
  if (rows.length > 0) throw conflict('month_closed', { values: [day.slice(0, 7)] });
}
