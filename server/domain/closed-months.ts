import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { conflict } from '#server/platform/errors.ts';

/**
 * 409 unless the farm's month that `day` (`YYYY-MM-DD`, of the farm) lies in is open. The month stays as it is until the
 * transaction ends: who closes a month takes the same advisory lock, not shared.
 */
export async function demandOpenMonth(tx: Tx, client: number, farm: number, day: string): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`select month_is_open(${client}, ${farm}, ${day}::date) as open`.execute(tx);
  if (!rows[0]?.open) throw monthClosed(day);
}

const keyOfMonth = (farm: number, day: string) => `${farm} ${day.slice(0, 7)}`;

/** Finds which farms' months of these days are closed. The others stay open until the transaction ends. Returns the test for a farm and a day. */
export async function findClosedMonths(
  tx: Tx,
  client: number,
  days: readonly { farm: number; day: string }[],
): Promise<(farm: number, day: string) => boolean> {
  const distinct = [...new Map(days.map(({ farm, day }) => [keyOfMonth(farm, day), { farm, month: `${day.slice(0, 7)}-01` }])).values()];
  const { rows } = await sql<{ farm: number; month: string; open: boolean }>`
    select m.farm, m.month, month_is_open(${client}, m.farm, m.month) as open
    from unnest(${distinct.map(({ farm }) => farm)}::bigint[], ${distinct.map(({ month }) => month)}::date[]) as m (farm, month)`.execute(
    tx,
  );
  const closed = new Set(rows.filter(({ open }) => !open).map(({ farm, month }) => keyOfMonth(farm, month)));
  return (farm, day) => closed.has(keyOfMonth(farm, day));
}

/** The refusal of a row whose month is closed, at the field of its day if the row has several days. */
export const monthClosed = (day: string, field?: string) => conflict('month_closed', { values: [day.slice(0, 7)] }, field);
