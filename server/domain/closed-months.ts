import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { conflict } from '#server/platform/errors.ts';

/**
 * 409 unless the farm's month that `day` (`YYYY-MM-DD`, of the farm) lies in is open. The month stays as it is until the
 * transaction ends: who closes a month takes the same advisory lock, not shared.
 */
export async function demandOpenMonth(tx: Tx, client: number, farm: number, day: string): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`select month_is_open(${client}, ${farm}, ${day}::date) as open`.execute(tx);
  if (!rows[0]?.open) throw conflict('month_closed', { values: [day.slice(0, 7)] });
}
