import type { Tx } from '#server/db/database.ts';

const TRIED = new Error('tried');

/** The result of a transaction's work. A `dry` run is rolled back. */
export async function unlessDry<T>(
  dry: boolean,
  transaction: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let result: T | undefined;
  try {
    return await transaction(async (tx) => {
      result = await work(tx);
      if (dry) throw TRIED;
      return result;
    });
  } catch (error) {
    if (error === TRIED) return result as T;
    throw error;
  }
}
