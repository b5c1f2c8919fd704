const TRIES = 4;
/** A deadlock, or a serialisation failure: one that waited is refused, and nothing of it is done. */
const REFUSED: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** Does a whole transaction, or a statement that is one by itself, again where the database refused it for others' sake; `work` must have no effect outside. */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= TRIES || !REFUSED.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
