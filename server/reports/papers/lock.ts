import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

/** The other side of `demandOpenMonth`: until this transaction ends nobody writes into a month of the farm. */
export async function lockMonths(tx: Tx, farm: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('manger month', ${farm}))`.execute(tx);
}
