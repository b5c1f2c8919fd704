import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { DB } from '#server/db/schema.gen.ts';

/** Writes rows of the ledger that no endpoint would write, with the sums and averages that follow. Returns their ids. */
export async function insertMoves(db: Db, rows: Insertable<DB['ledger']> | Insertable<DB['ledger']>[]): Promise<number[]> {
  const written = await db.insertInto('ledger').values(rows).returning('id').execute();
  const ids = written.map(({ id }) => id);
  await followMoves(db, ids);
  return ids;
}

/** Updates the sums and averages that follow from rows of the ledger, as `post_moves` does. */
export async function followMoves(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    select add_to_stock_sums(l.client_id, array_agg(l.id)) from ledger l where l.id = any(${ids}) group by l.client_id`.execute(db);
  await sql`
    select correct_average(client_id, ingredient_id, (array_agg(day order by day, at))[1], (array_agg(at order by day, at))[1],
      bool_or(kg > 0 and reverses_id is null))
    from (
      select l.client_id, l.ingredient_id, l.kg, l.reverses_id, coalesce(o.day, l.day) as day, coalesce(o.at, l.at) as at
      from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id where l.id = any(${ids})
    ) m group by client_id, ingredient_id`.execute(db);
}
