import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns, type Turn } from '#server/platform/runtime/turns.ts';
import { parseJson, receiveBody } from './body.ts';

/** Large bodies that come in at once. A slow sender holds up the own client alone; the others have places of their own. */
const receiving = createTurns({ ofEach: 2, ofAll: 40, waiting: 6, wait: 10, patience: 30_000 });
/** JSON takes many times its size while it is parsed and worked with. A turn begins once the body is complete. */
const working = createTurns({ ofEach: 2, ofAll: 4, waiting: 2, wait: 10, patience: 30_000, isBehind });

interface Sender {
  /** Bytes; 413 past them. */
  max: number;
  /** Who has the turns: a client, or somebody of the installation. */
  whose: number | string;
}

/** What a signed-in sender's body holds; `end` gives back what it took. */
interface Taken<T> {
  content: T;
  end(): Promise<void>;
}

/** A file's bytes, once all of them are here. */
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

/** A body's JSON; a large one has a turn until its request ends. */
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
