import { setImmediate } from 'node:timers/promises';
import { IN_LINES, type ToldLine } from '#contract/progress.ts';

/** Work that takes seconds: it tells how far it is, and ends when nobody waits for it any more. */
export interface Work {
  /** How much is done, from 0 to 1. Others get their turn; throws once it was given up. */
  progress(done: number): Promise<void>;
}

/** For the log alone: who asked has gone. */
export const unheard = () => new Response(null, { status: 499 });

function workOf(signal: AbortSignal, onProgress: (done: number) => void): Work {
  return {
    async progress(done) {
      signal.throwIfAborted();
      onProgress(done);
      // A connection that broke is heard of here.
      await setImmediate();
      signal.throwIfAborted();
    },
  };
}

/** Gives others their turn alone: for what is made whether anybody still waits or not. */
export const toTheEnd: Work = { progress: () => setImmediate() };

/** A part of the work, which calculates its own from 0 to 1. */
export const partOf = (work: Work, from: number, until: number): Work => ({
  progress: (done) => work.progress(from + (until - from) * done),
});

/** What the database does with a piece it does at once; what is calculated here keeps everybody waiting. */
const PIECE = 500;
export const RECKONED_PIECE = 50;
/** Goes through many rows a piece at a time. */
export async function byPieces<T>(rows: readonly T[], work: Work, each: (piece: T[]) => unknown, size = PIECE): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    await work.progress(at / rows.length);
    await each(rows.slice(at, at + size));
  }
}

/** What each of many rows comes to, a piece at a time. */
export async function mapByPieces<T, R>(rows: readonly T[], work: Work, each: (row: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  await byPieces(rows, work, (piece) => {
    for (const row of piece) made.push(each(row, made.length));
  });
  return made;
}

/** Does the work and gives its answer in the end; what nobody waits for is given up. */
export async function answerAtEnd<T>(signal: AbortSignal, work: (work: Work) => Promise<T>): Promise<T | Response> {
  try {
    return await work(workOf(signal, () => {}));
  } catch (error) {
    if (signal.aborted) return unheard();
    throw error;
  }
}

const encoder = new TextEncoder();

/** Does the work and tells of it line by line, as `contract/progress.ts` has it; `answered` makes the last of what came of it, or of what went wrong. */
export function streamProgress<T>(
  signal: AbortSignal,
  work: (work: Work) => Promise<T>,
  answered: { done: (result: T) => Response; failed: (error: unknown) => Response },
): Response {
  const closed = new AbortController();
  const gone = AbortSignal.any([signal, closed.signal]);
  /** The bytes of a file, which go out as they are taken. */
  let file: Promise<ReadableStreamDefaultReader<Uint8Array> | null>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ToldLine) => gone.aborted || controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      const goOn = async () => {
        const response = await work(workOf(gone, (done) => send({ done })))
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
