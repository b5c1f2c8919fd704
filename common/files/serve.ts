import type { Row } from '#contract/reports/shape.ts';
import type { OnProgress } from './input.ts';
import { makeStatements, makeTable } from './make.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

type Bytes = Promise<Uint8Array<ArrayBuffer>>;

/** The worker's side: gathers the rows, makes the file, tells how far it is. Serves one export. */
export function serve(post: (message: FromWorker, transfer?: Transferable[]) => void): (message: ToWorker) => Promise<void> {
  let started: Extract<ToWorker, { type: 'start' }> | undefined;
  const rows: Row[] = [];
  const answer = async (make: (onProgress: OnProgress) => Bytes) => {
    try {
      const bytes = await make((done) => post({ type: 'progress', done }));
      post({ type: 'done', bytes }, [bytes.buffer]);
    } catch (error) {
      post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  return async (message) => {
    if (message.type === 'statements') {
      const { format, input } = message;
      return answer((onProgress) => makeStatements(format, input, onProgress));
    }
    if (message.type === 'start') started = message;
    else for (const row of message.rows) rows.push(row);
    if (!started) return;
    if (rows.length < started.count) {
      post({ type: 'more' });
      return;
    }
    const { format, input } = started;
    await answer((onProgress) => makeTable(format, { ...input, rows }, onProgress));
  };
}
