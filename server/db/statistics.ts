import { sql } from 'kysely';
import { UNREAD } from './connection.ts';
import type { Tx } from './database.ts';

/** As many new rows change the best plan of what reads them. */
const MANY_ROWS = 1000;

/**
 * Samples a table into which the transaction wrote `count` rows, if they are many. PostgreSQL would plan what reads them by what the table
 * was before: 10 000 rations took more than a minute to read. Another transaction that samples the table waits for the commit.
 */
export async function refreshStatistics(tx: Tx, table: string, count: number): Promise<void> {
  if (count >= MANY_ROWS) await sql`analyze ${sql.table(table)}`.execute(tx);
}

const setLoops = (tx: Tx, value: 'on' | 'off') => sql`select ${UNREAD} set_config('enable_nestloop', ${value}, true)`.execute(tx);

/**
 * Runs a statement whose steps each join `count` rows of the step before. PostgreSQL takes the rows of a step for a few, and would compare
 * each with each: it joins them by hash instead, if they are many.
 */
export async function joinByHash<T>(tx: Tx, count: number, work: () => Promise<T>): Promise<T> {
  if (count < MANY_ROWS) return work();
  await setLoops(tx, 'off');
  const result = await work();
  await setLoops(tx, 'on');
  return result;
}
