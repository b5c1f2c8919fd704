import { type RawBuilder, sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { eventPayload } from '#server/platform/runtime/events.ts';

export type LedgerKind = 'delivery' | 'harvest' | 'sale' | 'load' | 'craft_in' | 'craft_out' | 'transfer_in' | 'transfer_out' | 'count';

/** One move of an ingredient. `kg` is signed: in is positive. Without `price` it moves at the moving average of that moment. */
export interface Move {
  ingredient: number;
  kg: number;
  price?: number;
  kind: LedgerKind;
  at: string;
  /** The day of the farm that moves it; without it, that of `at` by the farm's clock. */
  day?: string;
  farm: number;
  schedule?: number;
  /** 0: the delivery that this transaction wrote last, whose id isn't known yet. So is a harvest. */
  delivery?: number;
  batch?: number;
  transfer?: number;
  harvest?: number;
  note?: string;
}

/** What a move was posted at. */
export interface Posted {
  id: number;
  ingredient: number;
  price: number;
  value: number;
  dry_matter: number;
  rest: number;
}

/**
 * Appends moves to the ledger and brings each ingredient's rest along; its moving average follows by the ledger's trigger, in the order in
 * which moves happened (`stock_average`): what comes in (a delivery, a harvest, a craft, a transfer) makes it (rest·avg + kg·price)/(rest + kg),
 * rest floored at 0.
 * Moves of one ingredient are posted one after the other, in the order given. Rest may go below zero. Rows of ingredients are locked in the
 * order of their ids, so that two writers never wait for each other in a circle. The lock is the weaker one: who has just written a row that
 * refers to the ingredient holds a share of its key.
 */
export async function post(tx: Tx, author: Author, moves: readonly Move[]): Promise<Posted[]> {
  if (moves.length === 0) return [];
  const { rows } = await posting(author, moves).execute(tx);
  if (rows.length < moves.length) throw new Error('no such ingredient to move');
  return rows;
}

/** Posts moves of which nobody reads what they were posted at; the rows that move them must refer to the ingredients, which so are there. */
export async function postUnread(tx: Tx, author: Author, moves: readonly Move[]): Promise<void> {
  if (moves.length > 0) await posting(author, moves, UNREAD).execute(tx);
}

/**
 * One statement, however many: an ingredient that was updated once a move would leave a version of its row behind each time, all of which
 * every further move would look through.
 */
function posting(author: Author, moves: readonly Move[], mark: RawBuilder<unknown> = sql``): RawBuilder<Posted> {
  const ids = [...new Set(moves.map(({ ingredient }) => ingredient))];
  const idOf = (of: 'delivery' | 'harvest') =>
    sql.raw(moves.some((move) => move[of] === 0) ? `coalesce(nullif(${of}, 0), currval('${of}_id_seq'))` : of);
  const day = moves.every((move) => move.day)
    ? sql`day`
    : sql`coalesce(day, (select (priced.at at time zone f.timezone)::date from farm f where f.client_id = ${author.client} and f.id = priced.farm))`;
  return sql<Posted>`
    with ${mark} m as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(moves.map((move, n) => ({ ...move, n })))}::jsonb) as m (
        n integer, ingredient bigint, kg numeric(14,3), price numeric(14,5), kind text, at timestamptz, day date, farm bigint,
        schedule bigint, delivery bigint, batch bigint, transfer bigint, harvest bigint, note text)
    ), held as (
      select id, stock_id, rest, average_price, price, dry_matter from ingredient
      where client_id = ${author.client} and id = any(${ids}) order by id for no key update
    ), line as (
      select m.*, held.stock_id, held.price as listed from m join held on held.id = m.ingredient
      union all
      select -1, id, rest, average_price, 'opening', null, null, null, null, null, null, null, null, null, stock_id, price from held
    ), moved as (
      -- The average as it is when these are the last moves in time, as nearly all are; the ledger's trigger sets it right where they aren't.
      update ingredient i set rest = (v.after).rest, average_price = (v.after).average
      from (select ingredient, stock_after(kind, kg, coalesce(price, listed) order by n) as after from line group by 1) v
      where i.client_id = ${author.client} and i.id = v.ingredient
      returning i.id, i.rest
    ), priced as (
      select line.*, coalesce(price, nullif((before).average, 0), listed)::numeric(14,5) as at_price
      from (
        select line.*, stock_after(kind, kg, coalesce(price, listed)) over before as before from line
        window before as (partition by ingredient order by n rows between unbounded preceding and 1 preceding)
      ) line
    ), written as (
      insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, list_price, value, schedule_id, delivery_id, batch_id, transfer_id,
        harvest_id, note, user_id)
      select ${author.client}, at, ${day}, farm, stock_id, ingredient, kind, kg, at_price,
             -- Found before anything was bought, it is worth the list price until then.
             case when kind = 'count' and kg > 0 then listed end, round(kg * at_price, 5),
             schedule, ${idOf('delivery')}, batch, transfer, ${idOf('harvest')}, coalesce(note, ''), ${author.id}::bigint
      from priced where n >= 0 order by ingredient, n
      returning id, ingredient_id, price, value
    ), notified as materialized (${notifying(author.client, ids)})
    select w.id, w.ingredient_id as ingredient, w.price, w.value, held.dry_matter, moved.rest
    from written w join held on held.id = w.ingredient_id join moved on moved.id = w.ingredient_id cross join notified order by w.id`;
}

/** Tells open screens; equal notifications of a transaction are sent once. */
export const notifying = (client: number, ingredients: readonly number[]): RawBuilder<unknown> => sql`
  select pg_notify('manger', ${eventPayload(client, 'ingredients', ingredients)}), pg_notify('manger', ${eventPayload(client, 'stocks', [])})`;
