import type { FilePlan } from '#common/files/incoming/plan.ts';
import { FileProblem } from '#common/files/incoming/problem.ts';
import type { FileContent } from '#common/files/incoming/read.ts';
import { LARGEST_FILE } from '#contract/imports.ts';
import type { FromReader, ReaderWorker } from './protocol.ts';

const newWorker = (): ReaderWorker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

/** Milliseconds that a file may take to be read: the largest list takes some seconds on a slow machine. */
const LONGEST_READING = 60_000;

/** Reads a file in a worker of its own, which ends with it; throws a `FileProblem` that says why it can't be taken. */
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
      worker.onmessage = ({ data }: MessageEvent<FromReader>) => (data.type === 'read' ? resolve(data.content) : reject(toProblem(data)));
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
