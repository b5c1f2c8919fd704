import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between two samples of all tables. */
const INTERVAL = 2000;

/**
 * Analyzes all tables again and again while `work` runs, as autovacuum does during long transactions. Its statistics miss uncommitted rows, so
 * the planner may take full tables for empty ones. Locked tables are skipped, as autovacuum skips them.
 */
export async function withStatistics<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = work();
    const done = result.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([done, client.query('analyze (skip_locked)').then(() => sleep(INTERVAL, false))])));
    return await result;
  } finally {
    await client.end();
  }
}
