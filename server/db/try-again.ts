const TRIES = 4;
/** A deadlock, or a serialisation failure: PostgreSQL refused one of the waiting transactions and undid it. */
const REFUSED: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/**
 * Repeats a whole transaction, or a single statement, that PostgreSQL refused because of concurrent ones. `work` must have no effect
 * outside.
 */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= TRIES || !REFUSED.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
