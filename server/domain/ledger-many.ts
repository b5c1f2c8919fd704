import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { Author } from '#server/platform/resource/history.ts';
import { eventPayload } from '#server/platform/runtime/events.ts';
import type { Move } from './ledger.ts';

type Listed = Omit<Move, 'at' | 'day' | 'schedule' | 'batch'> & { at: string; day: string };

interface StockState {
  id: number;
  rest: number;
  average_price: number;
  price: number;
}

/**
 * What `post` does, for thousands of moves with three statements: each ingredient's moves one after the other, in the order given. (An
 * ingredient updated once a move would leave a version of its row behind each time, all of which every further move would look through
 * until the transaction ends.)
 */
export async function postMany(tx: Tx, author: Author, moves: readonly Listed[]): Promise<void> {
  if (moves.length === 0) return;
  const ids = [...new Set(moves.map(({ ingredient }) => ingredient))];
  const { rows: held } = await sql<StockState>`
    select id, rest, average_price, price from ingredient
    where client_id = ${author.client} and id = any(${ids}) order by id for no key update`.execute(tx);
  const byIngredient = groupBy(moves, ({ ingredient }) => ingredient);
  const valued = held.map((ingredient) => ({ id: ingredient.id, ...valueMoves(ingredient, byIngredient.get(ingredient.id) ?? []) }));
  await sql`
    insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value, delivery_id, note, user_id)
    select ${author.client}, m.at, m.day, m.farm, i.stock_id, i.id, m.kind, m.kg, m.price, round(m.kg * m.price, 5), m.delivery, coalesce(m.note, ''), ${author.id}::bigint
    from jsonb_to_recordset(${JSON.stringify(valued.flatMap((one) => one.moves))}::jsonb) as m (
      ingredient bigint, kg numeric(14,3), price numeric(14,5), kind text, at timestamptz, day date, farm bigint, delivery bigint, note text)
    join ingredient i on i.client_id = ${author.client} and i.id = m.ingredient`.execute(tx);
  await sql`
    update ingredient i set rest = v.rest
    from jsonb_to_recordset(${JSON.stringify(valued.map(({ id, rest }) => ({ id, rest })))}::jsonb) as v (id bigint, rest numeric(14,3))
    where i.client_id = ${author.client} and i.id = v.id`.execute(tx);
  await sql`select pg_notify('manger', ${eventPayload(author.client, 'ingredients', ids)}), pg_notify('manger', ${eventPayload(author.client, 'stocks', [])})`.execute(
    tx,
  );
}

const KG = 1000;
const PRICE = 100_000;
/** In grams, or in hundred-thousandths of money: exact in whole numbers, as the database is in decimals. */
const scaled = (value: number, unit: number) => BigInt(Math.round(value * unit));

/** Prices an ingredient's moves one after the other, as `post` would: what comes in moves the average, at which the next may leave. */
function valueMoves(held: StockState, moves: readonly Listed[]) {
  let rest = scaled(held.rest, KG);
  let average = scaled(held.average_price, PRICE);
  const list = scaled(held.price, PRICE);
  const valued = moves.map((move) => {
    const kg = scaled(move.kg, KG);
    const price = move.price === undefined ? average || list : scaled(move.price, PRICE);
    if (kg > 0n && (move.kind === 'delivery' || move.kind === 'craft_in')) {
      const before = rest > 0n ? rest : 0n;
      const whole = before + kg;
      // Rounded half up, in whole numbers.
      average = (2n * (before * average + kg * price) + whole) / (2n * whole);
    } else if (kg > 0n && average === 0n) average = price;
    rest += kg;
    return { ...move, price: Number(price) / PRICE };
  });
  return { moves: valued, rest: Number(rest) / KG };
}
