import { setImmediate } from 'node:timers/promises';
import { IN_LINES, type ToldLine } from '#contract/progress.ts';

/** Work of several seconds: it reports progress, and stops when nobody waits for it. */
export interface Work {
  /** Reports progress from 0 to 1 and yields to other requests. Throws if the work was abandoned. */
  progress(done: number): Promise<void>;
}

/** A status for the log only, because the caller is gone. */
export const unheard = () => new Response(null, { status: 499 });

function createWork(signal: AbortSignal, onProgress: (done: number) => void): Work {
  return {
    async progress(done) {
      signal.throwIfAborted();
      onProgress(done);
      // Yields, so that a broken connection is noticed.
      await setImmediate();
      signal.throwIfAborted();
    },
  };
}

/** Yields to other requests only: for work that is finished in any case. */
export const toTheEnd: Work = { progress: () => setImmediate() };

/** Part of a work, with its own progress from 0 to 1. */
export const partOf = (work: Work, from: number, until: number): Work => ({
  progress: (done) => work.progress(from + (until - from) * done),
});

/** Rows per piece. Work of the database is fast, but computing here blocks all requests. */
const PIECE = 500;
export const RECKONED_PIECE = 50;
/** Processes many rows piece by piece. */
export async function byPieces<T>(rows: readonly T[], work: Work, each: (piece: T[]) => unknown, size = PIECE): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    await work.progress(at / rows.length);
    await each(rows.slice(at, at + size));
  }
}

/** Maps many rows piece by piece. */
export async function mapByPieces<T, R>(rows: readonly T[], work: Work, each: (row: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  await byPieces(rows, work, (piece) => {
    for (const row of piece) made.push(each(row, made.length));
  });
  return made;
}

/** Runs the work and returns its answer at the end. Abandoned work stops. */
export async function answerAtEnd<T>(signal: AbortSignal, work: (work: Work) => Promise<T>): Promise<T | Response> {
  try {
    return await work(createWork(signal, () => {}));
  } catch (error) {
    if (signal.aborted) return unheard();
    throw error;
  }
}

const encoder = new TextEncoder();

/**
 * Runs the work and streams its progress by line, as in `contract/progress.ts`. `answered` makes the last line from the result or the
 * error.
 */
export function streamProgress<T>(
  signal: AbortSignal,
  work: (work: Work) => Promise<T>,
  answered: { done: (result: T) => Response; failed: (error: unknown) => Response },
): Response {
  const closed = new AbortController();
  const gone = AbortSignal.any([signal, closed.signal]);
  /** The bytes of a file, streamed as they are read. */
  let file: Promise<ReadableStreamDefaultReader<Uint8Array> | null>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ToldLine) => gone.aborted || controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      const goOn = async () => {
        const response = await work(createWork(gone, (done) => send({ done })))
          .then(answered.done)
          .catch((error) => (gone.aborted ? unheard() : answered.failed(error)));
        const { status, headers } = response;
        if (gone.aborted) {
          await response.body?.cancel();
          return null;
        }
        if (headers.get('content-type')?.startsWith('application/json')) {
          send({ status, ...((await response.json()) as object) });
          controller.close();
          return null;
        }
        send({ status, size: Number(headers.get('content-length')) });
        return response.body?.getReader() ?? null;
      };
      file = goOn();
    },
    async pull(controller) {
      const piece = await (await file)?.read();
      if (piece?.done) controller.close();
      else if (piece) controller.enqueue(piece.value);
    },
    async cancel() {
      closed.abort();
      await (await file)?.cancel();
    },
  });
  return new Response(body, { headers: { 'content-type': IN_LINES, 'cache-control': 'no-store', 'x-accel-buffering': 'no' } });
}
