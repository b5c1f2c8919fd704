import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { type Moment, momentsCheck } from '#server/domain/moment.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { throwRefusal } from '#server/platform/resource/change.ts';
import { askAll } from '#server/platform/resource/check.ts';
import type { Change, Input } from '#server/platform/resource/table.ts';
import { feedThere, type Lying, type Store } from './feed-there.ts';

/**
 * The rules of a transfer, and what follows from its body: 400 at `to` when it is the feed's own store or another company's, 400 at `kg` when there is
 * less, or would be later, saying by how much; 409 at `at` when the month is closed at either end.
 */
export async function judgeTransfer(tx: Tx, context: ClientContext, change: Change): Promise<Input> {
  const { ingredient, to, kg } = change.after;
  const { rows } = await sql<Lying>`
    select i.id, i.name, i.farm_id as farm, i.stock_id as stock, s.company_id as company, i.type_id as type, i.item_number, i.price, i.dry_matter
    from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = ${context.client} and i.id = ${ingredient}`.execute(tx);
  const feed = rows[0] as Lying;
  const store = await storeOf(tx, context.client, to);
  if (store.id === feed.stock || store.company !== feed.company) throw invalid('to', 'another_store');
  // Before a feed is made there, which a closed month would forbid to move.
  const into = await feedThere(tx, context, feed, store, change.input.into as number | undefined);
  const given = { at: change.after.at as string | undefined, field: 'at', refuse: throwRefusal };
  const { moments } = await askAll(tx, {
    moments: momentsCheck(
      context,
      [feed.farm, into.farm].map((farm) => ({ ...given, farm })),
    ),
  });
  const [leaves, comes] = moments;
  const at = leaves?.at ?? '';
  const least = await leastFrom(tx, context.client, ingredient, into.id, { at, day: leaves?.day ?? '' });
  if (least < kg) {
    const missing = Math.round((kg - least) * 1000) / 1000;
    throw invalid('kg', 'stock_short', { limit: missing });
  }
  Object.assign(change.found, { leaves: leaves?.day, comes: comes?.day, takerFarm: into.farm });
  return { farm_id: feed.farm, stock_id: feed.stock, into_id: into.id, dry_matter: feed.dry_matter, at };
}

async function storeOf(tx: Tx, client: number, id: number): Promise<Store> {
  const { rows } = await sql<Store>`
    select id, name, company_id as company, farm_id as farm from stock where client_id = ${client} and id = ${id}`.execute(tx);
  return rows[0] as Store;
}

/** The least that lies there of a feed from a position on, in kg, at least 0. It and the feed that it goes into are held, in the order of their ids. */
async function leastFrom(tx: Tx, client: number, ingredient: number, into: number, { at, day }: Moment): Promise<number> {
  const { rows: held } = await sql<{ id: number; deleted: boolean }>`
    select id, deleted from ingredient where client_id = ${client} and id = any(${[ingredient, into]}) order by id for no key update`.execute(
    tx,
  );
  if (held.some(({ deleted }) => deleted)) throw invalid('to', 'invalid_value');
  const { rows } = await sql<{ least: number }>`
    with lying as (
      select day, at, sum(sum(kg)) over (order by day, at) as rest from ledger where client_id = ${client} and ingredient_id = ${ingredient}
      group by day, at
    )
    select greatest(least(
      coalesce((select rest from lying where (day, at) <= (${day}::date, ${at}::timestamptz) order by day desc, at desc limit 1), 0),
      (select min(rest) from lying where (day, at) > (${day}::date, ${at}::timestamptz))), 0) as least`.execute(tx);
  return rows[0]?.least ?? 0;
}
