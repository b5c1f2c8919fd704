/** Code couldn't be loaded: a newer version was installed meanwhile, or the network is too slow. */
export class ChunkError extends Error {
  override name = 'ChunkError';
}

const CHUNK_TIMEOUT = 120_000;

/** Loads code, with a timeout of two minutes. */
export function loadChunk<T>(load: () => Promise<T>, timeout = CHUNK_TIMEOUT): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('The program part did not arrive in time')), timeout);
    load()
      .then(resolve, (error: unknown) => reject(new ChunkError('The program part could not be loaded', { cause: error })))
      .finally(() => clearTimeout(timer));
  });
}
