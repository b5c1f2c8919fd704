import { type RawBuilder, sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { CHANNEL_SQL, eventPayload } from '#server/platform/runtime/events.ts';
import { shownMoney, shownPrice } from './shown-price.ts';

export type LedgerKind =
  | 'opening_balance'
  | 'delivery'
  | 'harvest'
  | 'sale'
  | 'load'
  | 'craft_in'
  | 'craft_out'
  | 'transfer_in'
  | 'transfer_out'
  | 'count';

/** A decimal as PostgreSQL writes it. A number of JavaScript has no room for twelve decimals of a high price. */
export type ExactDecimal = string;

/** One move of an ingredient. `kg` is signed: in is positive. Without `price` and `cost` it moves at the moving average of that moment. */
export interface Move {
  ingredient: number;
  kg: number;
  price?: number | ExactDecimal;
  /** Money for all `kg`, in place of `price`. */
  cost?: number;
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
  opening?: number;
  note?: string;
}

/** A move as posted. */
export interface Posted {
  id: number;
  ingredient: number;
  transfer: number | null;
  price: ExactDecimal;
  /** Price and value as the API answers them. */
  shown_price: number;
  shown_value: number;
  dry_matter: number;
  rest: number;
}

/**
 * Appends moves to the ledger and updates each ingredient's rest; its moving average follows by the ledger's trigger, in the order of positions
 * (`stock_average`): what comes in (a delivery, a harvest, a craft, a transfer) makes it (rest·avg + kg·price)/(rest + kg), rest floored at 0.
 * A move's position is its day, then its moment, then its number. Without a price of its own a move has the average as of its position, whenever it is entered.
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

/** Moves that are posted now follow all of the same moment. */
const LAST = sql.raw('9223372036854775807');

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
    : sql`coalesce(day, (select (given.at at time zone f.timezone)::date from farm f where f.client_id = ${author.client} and f.id = given.farm))`;
  return sql<Posted>`
    with ${mark} m as materialized (
      select n, ingredient, kg, coalesce(price, round_price(cost / nullif(kg, 0))) as price, kind, at, ${day} as day, farm, schedule, delivery, batch, transfer, harvest, opening, note
      from jsonb_to_recordset(${JSON.stringify(moves.map((move, n) => ({ ...move, n })))}::jsonb) as given (
        n integer, ingredient bigint, kg numeric(14,3), price numeric, cost numeric, kind text, at timestamptz, day date, farm bigint,
        schedule bigint, delivery bigint, batch bigint, transfer bigint, harvest bigint, opening bigint, note text)
    ), held as (
      select id, stock_id, rest, average_price, price, dry_matter from ingredient
      where client_id = ${author.client} and id = any(${ids}) order by id for no key update
    ), line as (
      select m.*, held.stock_id, held.price as listed from m join held on held.id = m.ingredient
      union all
      select -1, id, rest, average_price, 'opening', null, null, null, null, null, null, null, null, null, null, stock_id, price from held
    ), moved as (
      -- The average as it is when these are the last moves in time, as nearly all are; the ledger's trigger sets it right where they aren't.
      update ingredient i set rest = (v.after).rest, average_price = (v.after).average
      from (select ingredient, stock_after(kind, kg, coalesce(price, listed) order by n) as after from line group by 1) v
      where i.client_id = ${author.client} and i.id = v.ingredient
      returning i.id, i.rest
    ), late as materialized (
      -- Ingredients of which something moved after the first of these moves, or whose moves are given in another order than that of their positions,
      -- each with the last step of its average before that.
      select f.ingredient, coalesce(s.day, '-infinity') as day, coalesce(s.at, '-infinity') as at, coalesce(s.move_id, 0) as id,
             coalesce(s.rest, 0) as rest, coalesce(s.average, 0) as average
      from (select distinct on (ingredient) ingredient, day, at from m where ingredient in (select ingredient from m where price is null)
        order by ingredient, day, at) f
      left join lateral (
        select a.* from stock_average a
        where a.client_id = ${author.client} and a.ingredient_id = f.ingredient and (a.day, a.at) < (f.day, f.at) order by a.day desc limit 1
      ) s on true
      where exists (
        select from ledger l where l.client_id = ${author.client} and l.ingredient_id = f.ingredient and (l.day, l.at) > (f.day, f.at))
        or f.ingredient in (
          select p.ingredient from (
            select ingredient, row_number() over (partition by ingredient order by n) as given,
                   row_number() over (partition by ingredient order by day, at, n) as place from m
          ) p where p.given <> p.place)
    ), dated as materialized (
      -- The average as of the position of each late move: after what moved up to then, these moves included that are posted before it.
      select m.n, (
        select (stock_after(x.kind, x.kg, x.price order by x.day, x.at, x.id, x.n)).average
        from (
          select 'opening' as kind, late.rest as kg, late.average as price, '-infinity'::date as day, '-infinity'::timestamptz as at, 0::bigint as id, -1 as n
          union all
          select l.kind, l.kg, coalesce(l.list_price, l.price), l.day, l.at, l.id, -1 from ledger l
          where l.client_id = ${author.client} and l.ingredient_id = m.ingredient and l.kind <> 'reversal'
            and (l.day, l.at, l.id) > (late.day, late.at, late.id) and (l.day, l.at) <= (m.day, m.at)
            and not exists (select from ledger r where r.client_id = l.client_id and r.reverses_id = l.id)
          union all
          select k.kind, k.kg, coalesce(k.price, h.price), k.day, k.at, ${LAST}, k.n from m k join held h on h.id = k.ingredient
          where k.ingredient = m.ingredient and k.n < m.n and (k.day, k.at) <= (m.day, m.at)
        ) x) as average
      from m join late using (ingredient)
      where m.price is null
    ), priced as (
      select line.*, coalesce(price, nullif(case when late.ingredient is null then (before).average else dated.average end, 0), listed) as at_price
      from (
        select line.*, stock_after(kind, kg, coalesce(price, listed)) over before as before from line
        window before as (partition by ingredient order by n rows between unbounded preceding and 1 preceding)
      ) line
      left join late using (ingredient) left join dated on dated.n = line.n
    ), written as (
      insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, list_price, value, schedule_id, delivery_id, batch_id, transfer_id,
        harvest_id, opening_id, note, user_id)
      select ${author.client}, at, day, farm, stock_id, ingredient, kind, kg, at_price,
             -- Found before anything was bought, it is worth the list price until then.
             case when kind = 'count' and kg > 0 then listed end, kg * at_price,
             schedule, ${idOf('delivery')}, batch, transfer, ${idOf('harvest')}, opening, coalesce(note, ''), ${author.id}::bigint
      from priced where n >= 0 order by ingredient, n
      returning id, ingredient_id, transfer_id, price, value
    ), opened as materialized (
      -- A store that farms share is closed as soon as one of them has closed the month.
      select count(demand_open_store(${author.client}, k.farm, k.ingredient, k.day)) as stores
      from (select distinct farm, ingredient, day from m) k join held on held.id = k.ingredient
      join stock s on s.client_id = ${author.client} and s.id = held.stock_id and s.farm_id is null
    ), begun as materialized (
      select count(refuse_before_opening(i.name, o.day)) as feeds
      from (select ingredient, min(day) as day from m where kind <> 'opening_balance' group by ingredient) k
      join opening o on o.client_id = ${author.client} and o.ingredient_id = k.ingredient and not o.deleted and o.day > k.day
      join ingredient i on i.client_id = o.client_id and i.id = o.ingredient_id
    ), notified as materialized (${notifying(author.client, ids)})
    select w.id, w.ingredient_id as ingredient, w.transfer_id as transfer, w.price::text as price,
      ${sql.raw(`${shownPrice('w.price')} as shown_price, ${shownMoney('w.value')} as shown_value`)}, held.dry_matter, moved.rest
    from written w join held on held.id = w.ingredient_id join moved on moved.id = w.ingredient_id cross join notified cross join opened cross join begun order by w.id`;
}

/** Tells open screens; equal notifications of a transaction are sent once. */
export const notifying = (client: number, ingredients: readonly number[]): RawBuilder<unknown> => sql`
  select pg_notify(${CHANNEL_SQL}, ${eventPayload(client, 'ingredients', ingredients)}), pg_notify(${CHANNEL_SQL}, ${eventPayload(client, 'stocks', [])})`;
