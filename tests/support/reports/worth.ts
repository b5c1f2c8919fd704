import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { exact, type Fraction, grouped } from './recompute.ts';

/** The price of a kilogram of feed on a day: the last price by then, otherwise its average, otherwise its list price. */
export async function readWorth(db: Db, client: number): Promise<(ingredient: number, day: string) => Fraction> {
  const { rows: taken } = await sql<{ ingredient_id: number; day: string; price: string }>`
    select ingredient_id, day, price::text from ledger where client_id = ${client} and kind in ('load', 'craft_out') order by day, at, id`.execute(
    db,
  );
  const { rows: feeds } = await sql<{ id: number; average: string; price: string }>`
    select id, average_price::text as average, price::text from ingredient where client_id = ${client}`.execute(db);
  const takenOf = grouped(taken, (move) => move.ingredient_id);
  const feedOf = new Map(feeds.map((feed) => [feed.id, feed]));
  return (ingredient, day) => {
    const before = (takenOf.get(String(ingredient)) ?? []).filter((move) => move.day <= day);
    // Within one day, the move at the last position counts.
    const last = before.reduce<(typeof before)[number] | undefined>(
      (best, move) => (!best || move.day >= best.day ? move : best),
      undefined,
    );
    if (last) return exact(last.price);
    const { average, price } = feedOf.get(ingredient)!;
    return exact(Number(average) ? average : price);
  };
}
