import { type RawBuilder, sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { eventPayload } from '#server/platform/runtime/events.ts';

export type LedgerKind = 'delivery' | 'sale' | 'load' | 'craft_in' | 'craft_out' | 'count';

/** One move of an ingredient. `kg` is signed: in is positive. Without `price` it moves at the moving average of that moment. */
export interface Move {
  ingredient: number;
  kg: number;
  price?: number;
  kind: LedgerKind;
  /** An instant, or SQL of one. */
  at: string | RawBuilder<string>;
  /** The day of the farm that moves it, or SQL of it. */
  day: string | RawBuilder<string>;
  farm: number;
  schedule?: number;
  delivery?: number;
  batch?: number;
  note?: string;
}

/** What a move was posted at. */
export interface Posted {
  id: number;
  ingredient: number;
  price: number;
  dry_matter: number;
  rest: number;
}

/**
 * Appends moves to the ledger and brings each ingredient's rest along; its moving average follows by the ledger's trigger, in the order in
 * which moves happened (`stock_average`): what comes in (a delivery, a craft) makes it (rest·avg + kg·price)/(rest + kg), rest floored at 0.
 * Rest may go below zero. Rows of ingredients are locked in the order of their ids, so that two writers never wait for each other in a circle.
 * The lock is the weaker one: who has just written a row that refers to the ingredient holds a share of its key.
 */
export async function post(tx: Tx, author: Author, moves: readonly Move[]): Promise<Posted[]> {
  const posted: Posted[] = [];
  for (const move of moves.toSorted((a, b) => a.ingredient - b.ingredient)) {
    const { rows } = await posting(author, move).execute(tx);
    if (!rows[0]) throw new Error(`no ingredient ${move.ingredient} to move`);
    posted.push(rows[0]);
  }
  return posted;
}

/** Posts one move of which nobody reads what it was posted at; the row that moves it must refer to the ingredient, which so is there. */
export async function postUnread(tx: Tx, author: Author, move: Move): Promise<void> {
  await posting(author, move, UNREAD).execute(tx);
}

function posting(author: Author, move: Move, mark: RawBuilder<unknown> = sql``): RawBuilder<Posted> {
  return sql<Posted>`
    with ${mark} held as (
      select id, stock_id, rest, average_price, price, dry_matter from ingredient
      where client_id = ${author.client} and id = ${move.ingredient} for no key update
    ), valued as (
      select held.*, coalesce(${move.price ?? null}::numeric, nullif(average_price, 0), price)::numeric(14,5) as at_price, ${move.kg}::numeric(14,3) as kg from held
    ), moved as (
      update ingredient i set rest = v.rest + v.kg
      from valued v where i.client_id = ${author.client} and i.id = v.id
      returning i.id, i.rest
    )
    insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, list_price, value, schedule_id, delivery_id, batch_id, note, user_id)
    select ${author.client}, ${move.at}, ${move.day}, ${move.farm}, v.stock_id, v.id, ${move.kind}, v.kg, v.at_price,
           -- Found before anything was bought, it is worth the list price until then.
           case when ${move.kind === 'count'} and v.kg > 0 then v.price end, round(v.kg * v.at_price, 5),
           ${move.schedule ?? null}::bigint, ${move.delivery ?? null}::bigint, ${move.batch ?? null}::bigint, ${move.note ?? ''}, ${author.id}::bigint
    from valued v join moved m on m.id = v.id
    returning id, ingredient_id as ingredient, price,
      (select dry_matter from held) as dry_matter, (select rest from moved) as rest,
      -- Equal notifications of a transaction are sent once.
      pg_notify('manger', ${eventPayload(author.client, 'ingredients', [move.ingredient])}),
      pg_notify('manger', ${eventPayload(author.client, 'stocks', [])})`;
}

/** Which rows to take back: those of a schedule (or of some ingredients of it), a delivery (or many) or a batch that nothing has taken back yet. */
export type Origin = { schedule: number; ingredients?: readonly number[] } | { delivery: number | readonly number[] } | { batch: number };

/** Takes moves back by appending their opposites at the same price and moment; the average returns to what the remaining moves make it. */
export async function reverse(tx: Tx, author: Author, origin: Origin, note: string): Promise<void> {
  const [column, id] =
    'schedule' in origin
      ? ['schedule_id', origin.schedule]
      : 'delivery' in origin
        ? ['delivery_id', origin.delivery]
        : ['batch_id', origin.batch];
  const ids = [id].flat();
  const only = 'schedule' in origin && origin.ingredients ? sql`and ingredient_id = any(${origin.ingredients})` : sql``;
  const { rows } = await sql<{ ingredient: number }>`
    with held as (
      select i.id from ingredient i
      where i.client_id = ${author.client} and i.id in (
        select ingredient_id from ledger where client_id = ${author.client} and ${sql.ref(`${column}`)} = any(${ids}) ${only})
      order by i.id for no key update
    ), undone as (
      select l.* from ledger l join held on held.id = l.ingredient_id
      where l.client_id = ${author.client} and l.${sql.raw(String(column))} = any(${ids}) and l.kind <> 'reversal'
        and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
    ), written as (
      insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value, schedule_id, delivery_id, batch_id, reverses_id, note, user_id)
      select client_id, at, day, farm_id, stock_id, ingredient_id, 'reversal', -kg, price, -value, schedule_id, delivery_id, batch_id, id, ${note}, ${author.id}::bigint
      from undone order by id
      returning ingredient_id, kg
    ), sums as (
      select ingredient_id, sum(kg) as kg from written group by 1
    )
    update ingredient i set rest = i.rest + sums.kg
    from sums
    where i.client_id = ${author.client} and i.id = sums.ingredient_id
    returning i.id as ingredient`.execute(tx);
  await notifyStock(
    tx,
    author.client,
    rows.map((row) => row.ingredient),
  );
}

async function notifyStock(tx: Tx, client: number, ingredients: readonly number[]): Promise<void> {
  if (ingredients.length === 0) return;
  await sql`select pg_notify('manger', ${eventPayload(client, 'ingredients', ingredients)}), pg_notify('manger', ${eventPayload(client, 'stocks', [])})`.execute(
    tx,
  );
}
