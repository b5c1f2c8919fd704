import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { notifying } from './ledger.ts';

/**
 * Origin of the moves to reverse, among those not reversed yet: a feeding (or some of its ingredients), deliveries, harvests, opening
 * balances, a batch or a transfer.
 */
export type Origin =
  | { schedule: number; ingredients?: readonly number[] }
  | { delivery: number | readonly number[] }
  | { harvest: number | readonly number[] }
  | { opening: number | readonly number[] }
  | { batch: number }
  | { transfer: number };

const ORIGINS = ['schedule', 'delivery', 'harvest', 'opening', 'batch', 'transfer'] as const;

/** Reverses moves by appending their opposites at the same price and moment. The average then follows from the other moves. */
export async function reverse(tx: Tx, author: Author, origin: Origin, note: string): Promise<void> {
  const of = ORIGINS.find((name) => name in origin) as (typeof ORIGINS)[number];
  const column = `${of}_id`;
  const id = (origin as Record<typeof of, number | readonly number[]>)[of];
  const ids = [id].flat();
  const only = 'schedule' in origin && origin.ingredients ? sql`and ingredient_id = any(${origin.ingredients})` : sql``;
  const { rows } = await sql<{ ingredient: number }>`
    with held as (
      select i.id from ingredient i
      where i.client_id = ${author.client} and i.id in (
        select ingredient_id from ledger where client_id = ${author.client} and ${sql.ref(column)} = any(${ids}) ${only})
      order by i.id for no key update
    ), undone as (
      select l.* from ledger l join held on held.id = l.ingredient_id
      where l.client_id = ${author.client} and l.${sql.ref(column)} = any(${ids}) and l.kind <> 'reversal'
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ), written as (
      insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value, schedule_id, delivery_id, batch_id, transfer_id,
        harvest_id, opening_id, reverses_id, note, user_id)
      select client_id, at, day, farm_id, stock_id, ingredient_id, 'reversal', -kg, price, -value, schedule_id, delivery_id, batch_id,
        transfer_id, harvest_id, opening_id, id, ${note}, ${author.id}::bigint
      from undone order by id
      returning ingredient_id, kg
    ), opened as materialized (
      select count(demand_open_store(u.client_id, u.farm_id, u.ingredient_id, u.day)) as stores
      from (select distinct client_id, farm_id, ingredient_id, stock_id, day from undone) u
      join stock s on s.client_id = u.client_id and s.id = u.stock_id and s.farm_id is null
    ), sums as (
      select ingredient_id, sum(kg) as kg from written group by 1
    )
    update ingredient i set rest = i.rest + sums.kg
    from sums cross join opened
    where i.client_id = ${author.client} and i.id = sums.ingredient_id
    returning i.id as ingredient`.execute(tx);
  const moved = rows.map((row) => row.ingredient);
  if (moved.length > 0) await notifying(author.client, moved).execute(tx);
}
