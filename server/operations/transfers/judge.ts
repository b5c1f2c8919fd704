import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { type Moment, momentsCheck } from '#server/domain/moment.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { ask } from '#server/platform/resource/check.ts';
import type { Change } from '#server/platform/resource/table.ts';
import { findFeedsThere, type Going, type Store, type StoredFeed } from './feeds-there.ts';

/** A row with the feed that it goes into, and when it leaves and comes by the clocks of the two farms. */
interface Leaving extends Going {
  to: { id: number; farm: number };
  leaves: Moment;
  comes: Moment;
}

/**
 * Checks transfers in the order of the list and fills the columns that follow from their bodies. 400 at `to` if it is the feed's own store
 * or another company's. 400 at `kg`, with the rest, if stock is too low then or later. 409 at `at` if the month is closed at either end.
 */
export async function judgeTransfers(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const going = await findGoing(tx, context.client, changes);
  // Before a feed is made there, which a closed month would forbid to move.
  const there = await findFeedsThere(tx, context, going);
  const leaving = await findMoments(
    tx,
    context,
    going.flatMap((one) => {
      const to = there.get(one.change);
      return to && !one.change.refused ? [{ ...one, to }] : [];
    }),
  );
  await demandStock(tx, context.client, leaving);
  for (const { change, feed, to, leaves, comes } of leaving) {
    Object.assign(change.found, { leaves: leaves.day, comes: comes.day, takerFarm: to.farm });
    Object.assign(change.columns, {
      ...{ farm_id: feed.farm, stock_id: feed.stock, into_id: to.id, dry_matter: feed.dry_matter, at: leaves.at },
    });
  }
}

/** Reads feeds and stores; rows that don't lead to another store of the company are refused. */
async function findGoing(tx: Tx, client: number, changes: readonly Change[]): Promise<Going[]> {
  const { rows: feeds } = await sql<StoredFeed>`
    select i.id, i.name, name_key(i.name) as key, i.farm_id as farm, i.stock_id as stock, s.company_id as company, i.type_id as type,
           i.item_number, i.price, i.dry_matter
    from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = ${client} and i.id = any(${[...new Set(changes.map(({ after }) => after.ingredient as number))]})`.execute(tx);
  const { rows: stores } = await sql<Store>`
    select id, name, company_id as company, farm_id as farm from stock
    where client_id = ${client} and id = any(${[...new Set(changes.map(({ after }) => after.to as number))]})`.execute(tx);
  const [feedOf, storeOf] = [new Map(feeds.map((feed) => [feed.id, feed])), new Map(stores.map((store) => [store.id, store]))];
  return changes.flatMap((change) => {
    const feed = feedOf.get(change.after.ingredient) as StoredFeed;
    const store = storeOf.get(change.after.to) as Store;
    if (store.id === feed.stock || store.company !== feed.company) change.refuse(invalid('to', 'another_store'));
    return change.refused ? [] : [{ change, feed, store, into: change.input.into as number | undefined }];
  });
}

/** When each leaves and comes; rows of closed months and of moments to come are refused. */
async function findMoments(tx: Tx, context: ClientContext, rows: readonly Omit<Leaving, 'leaves' | 'comes'>[]): Promise<Leaving[]> {
  if (rows.length === 0) return [];
  const given = rows.flatMap(({ change: { after, refuse }, feed, to }) =>
    [feed.farm, to.farm].map((farm) => ({ farm, at: after.at as string | undefined, field: 'at', refuse })),
  );
  const moments = await ask(tx, momentsCheck(context, given));
  const all = rows.map((row, index) => ({ ...row, leaves: moments[2 * index] as Moment, comes: moments[2 * index + 1] as Moment }));
  return all.filter(({ change }) => !change.refused);
}

const toGrams = (kg: number) => Math.round(kg * 1000);

/**
 * Refuses rows that move more than the stock from their position on, after the rows before them. Rows are in the order of their moments,
 * so a row changes all later stock of its feeds by the same amount.
 */
async function demandStock(tx: Tx, client: number, leaving: readonly Leaving[]): Promise<void> {
  if (leaving.length === 0) return;
  const feeds = [...new Set(leaving.flatMap(({ feed, to }) => [feed.id, to.id]))];
  const { rows: held } = await sql<{ id: number; deleted: boolean }>`
    select id, deleted from ingredient where client_id = ${client} and id = any(${feeds}) order by id for no key update`.execute(tx);
  const gone = new Set(held.filter(({ deleted }) => deleted).map(({ id }) => id));
  const least = await findLeast(tx, client, leaving);
  const moved = new Map<number, number>();
  const getMoved = (feed: number) => moved.get(feed) ?? 0;
  for (const [index, { change, feed, to }] of leaving.entries()) {
    const grams = toGrams(change.after.kg);
    const rest = Math.max((least[index] ?? 0) + getMoved(feed.id), 0);
    if (gone.has(feed.id) || gone.has(to.id)) change.refuse(invalid('to', 'invalid_value'));
    else if (rest < grams) change.refuse(invalid('kg', 'stock_short', { limit: (grams - rest) / 1000 }));
    if (change.refused) continue;
    moved.set(feed.id, getMoved(feed.id) - grams);
    moved.set(to.id, getMoved(to.id) + grams);
  }
}

/** Returns the lowest stock of each row's feed from its position on, in grams, without the rows of the list. */
async function findLeast(tx: Tx, client: number, leaving: readonly Leaving[]): Promise<number[]> {
  const [feeds, days, moments] = [
    leaving.map(({ feed }) => feed.id),
    leaving.map(({ leaves }) => leaves.day),
    leaving.map(({ leaves }) => leaves.at),
  ];
  const { rows } = await sql<{ least: number }>`
    with wanted as materialized (
      select * from unnest(${feeds}::bigint[], ${days}::date[], ${moments}::timestamptz[]) with ordinality as x (feed, day, at, n)
    ), moved as (
      select ingredient_id as feed, day, at, kg from ledger
      where client_id = ${client} and ingredient_id in (select feed from wanted)
      union all
      select feed, day, at, 0 from wanted
    ), position as (
      select feed, day, at, sum(sum(kg)) over (partition by feed order by day, at) as rest from moved group by 1, 2, 3
    ), lying as materialized (
      select feed, day, at, min(rest) over (partition by feed order by day, at rows between current row and unbounded following) as least
      from position
    )
    select round(least * 1000) as least from wanted join lying using (feed, day, at) order by n`.execute(tx);
  return rows.map(({ least }) => Number(least));
}
