import { parentPort, type Transferable, Worker, type WorkerOptions, workerData } from 'node:worker_threads';
import { giveWayAsThread } from '#server/db/priority.ts';
import type { Work } from './work.ts';

type Told<Answer> = { done: number } | { answer: Answer };

interface Bounds {
  memoryMb: number;
  timeoutMs?: number;
}

/** The thread exceeded its memory or time. */
export class OutOfBounds extends Error {}

/** True if run from source. The built server has all programs next to `main.js`; tsx compiles sources in each thread. */
export const isSource = import.meta.filename.endsWith('.ts');
const newThread = (program: URL, options: WorkerOptions): Worker =>
  isSource
    ? new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${program}')))`, { ...options, eval: true })
    : new Worker(program, options);

/** The thread's program next to a module: `report-thread` for `report-thread.ts`, or `.js` in the build. */
export const programBeside = (module: string, name: string): URL => new URL(`./${name}.${isSource ? 'ts' : 'js'}`, module);

/**
 * A queue of tasks, each in a thread of its own, so that requests don't wait and its memory is freed. One runs at a time, because each
 * takes a processor and a heap. A failing task doesn't affect the next.
 */
export function createThreadLine<Task, Answer>(program: URL, bounds: Bounds): (task: Task, work?: Work) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (task, work) => {
    const answer = last.catch(() => {}).then(() => inThread<Task, Answer>(program, bounds, task, work));
    last = answer;
    return answer;
  };
}

/** Runs a task. An abandoned one ends at its next report of progress. */
async function inThread<Task, Answer>(program: URL, { memoryMb, timeoutMs }: Bounds, task: Task, work?: Work): Promise<Answer> {
  await work?.progress(0);
  const worker = newThread(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      if (timeoutMs !== undefined) timer = setTimeout(() => reject(new OutOfBounds()), timeoutMs);
      worker.on('message', (message: Told<Answer>) => {
        if ('answer' in message) resolve(message.answer);
        else work?.progress(message.done).catch(reject);
      });
      worker.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OutOfBounds() : error));
      worker.once('exit', () => reject(new Error('the thread ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** The thread's side: runs its one task, at lower priority than requests. */
export async function serveTask<Task, Answer>(
  perform: (task: Task, work: Work) => Promise<Answer>,
  transferred: (answer: Answer) => Transferable[] = () => [],
): Promise<void> {
  giveWayAsThread();
  const post = (message: Told<Answer>, transfer: Transferable[] = []) => parentPort?.postMessage(message, transfer);
  const answer = await perform(workerData as Task, { progress: async (done) => post({ done }) });
  post({ answer }, transferred(answer));
}
