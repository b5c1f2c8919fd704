import type { Db, Tx } from '#server/db/database.ts';
import { tryAgain } from '#server/db/try-again.ts';

/** One transaction, repeated after a deadlock. Its work must have no effect outside the database. */
export const transact = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => tryAgain(() => db.transaction().execute(work));
