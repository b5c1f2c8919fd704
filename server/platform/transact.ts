import type { Db, Tx } from '#server/db/database.ts';
import { isRetryable } from './errors.ts';

const TRIES = 4;
/** One transaction, tried again after a deadlock; a caller's work must have no effect outside the database. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error;
    }
  }
}
