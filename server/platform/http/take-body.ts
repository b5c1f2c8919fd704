import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns, type Turn } from '#server/platform/runtime/turns.ts';
import { parseJson, receiveBody } from './body.ts';

/** Limit of large bodies that arrive at once. A slow sender blocks only the own client. */
const receiving = createTurns({ ofEach: 2, ofAll: 40, waiting: 6, wait: 10, patience: 30_000 });
/** Limit of large bodies in work, because JSON takes many times its size in memory. It starts when the body is complete. */
const working = createTurns({ ofEach: 2, ofAll: 4, waiting: 2, wait: 10, patience: 30_000, isBehind });

interface Sender {
  /** Max bytes; 413 beyond them. */
  max: number;
  /** The owner of the limits: a client, or a person of the installation. */
  whose: number | string;
}

/** The content of a signed-in sender's body. `end` frees its place. */
interface Taken<T> {
  content: T;
  end(): Promise<void>;
}

/** A file's bytes, when all have arrived. */
export async function takeFile(request: Request, { max, whose }: Sender): Promise<Taken<AsyncIterable<Uint8Array> | null>> {
  let turn: Turn | undefined;
  const onLarge = async () => {
    turn = await receiving.take(`files of ${whose}`);
  };
  try {
    const body = await receiveBody(request, { max, isJson: false, onLarge });
    return { content: body.size > 0 ? body : null, end: () => body.discard() };
  } finally {
    turn?.end();
  }
}

/** A body's JSON. A large one occupies a place until its request ends. */
export async function takeJson(request: Request, { max, whose }: Sender): Promise<Taken<unknown>> {
  let incoming: Turn | undefined;
  let work: Turn | undefined;
  const onLarge = async () => {
    incoming = await receiving.take(whose);
  };
  try {
    const body = await receiveBody(request, { max, isJson: true, onLarge });
    try {
      if (incoming) work = await working.take(whose);
      const content = await parseJson(body);
      return { content, end: async () => work?.end() };
    } finally {
      await body.discard();
    }
  } catch (error) {
    work?.end();
    throw error;
  } finally {
    incoming?.end();
  }
}
