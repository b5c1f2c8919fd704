import type { FileRow } from '#common/files/incoming/gather.ts';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import { FileProblem } from '#common/files/incoming/problem.ts';
import type { FileContent } from '#common/files/incoming/read.ts';
import { LARGEST_FILE } from '#contract/imports.ts';
import type { FromReader, ReaderWorker } from './protocol.ts';

const newWorker = (): ReaderWorker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** Files that can be chosen. Old workbooks (.xls) are refused with advice, or read if they are text. */
export const CHOOSABLE_FILES = '.xlsx,.xlsm,.xls,.ods,.csv,.txt,.tsv';

/** Max ms to read a file. The largest list takes some seconds on a slow machine. */
const LONGEST_READING = 60_000;

/** Reads a file in a worker that ends with it. Throws a `FileProblem` with the reason of a refusal. */
export async function startReading(file: Blob, plan: FilePlan, signal: AbortSignal, connect = newWorker): Promise<FileContent> {
  if (file.size > LARGEST_FILE) throw new FileProblem('too_large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  const worker = connect();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<FileContent>((resolve, reject) => {
      timer = setTimeout(() => reject(new FileProblem('too_much')), LONGEST_READING);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      worker.onerror = () => reject(new FileProblem('unreadable'));
      const rows: FileRow[] = [];
      worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
        if (data.type === 'rows') rows.push(...data.rows);
        else if (data.type === 'read') resolve({ ...data.content, rows });
        else reject(toProblem(data));
      };
      worker.postMessage({ bytes, plan }, [bytes.buffer]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function toProblem({ reason, names, meanings }: Extract<FromReader, { type: 'refused' }>): FileProblem {
  return Object.assign(new FileProblem(reason, names), { meanings });
}
