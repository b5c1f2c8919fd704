import type { Db, Tx } from '#server/db/database.ts';
import { tryAgain } from '#server/db/try-again.ts';

/** One transaction, tried again after a deadlock; a caller's work must have no effect outside the database. */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => tryAgain(() => db.transaction().execute(work));
