import { parentPort, type Transferable, Worker, type WorkerOptions, workerData } from 'node:worker_threads';
import { giveWayAsThread } from '#server/db/priority.ts';
import type { Work } from './work.ts';

type Told<Answer> = { done: number } | { answer: Answer };

interface Bounds {
  memoryMb: number;
  timeoutMs?: number;
}

/** The thread needed more memory or time than it may take. */
export class OutOfBounds extends Error {}

/** In the built server every program lies beside `main.js`; sources are read by tsx, which a thread takes up by itself. */
export const isSource = import.meta.filename.endsWith('.ts');
const newThread = (program: URL, options: WorkerOptions): Worker =>
  isSource
    ? new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${program}')))`, { ...options, eval: true })
    : new Worker(program, options);

/** The thread's program that lies beside the module of that address: `report-thread` for `report-thread.ts`, or `.js` in the build. */
export const programBeside = (module: string, name: string): URL => new URL(`./${name}.${isSource ? 'ts' : 'js'}`, module);

/**
 * A line of tasks, each of which has a thread of its own: requests don't wait for it, and its memory goes with it. One at a time, as
 * each takes a processor and a heap of its own. A task that fails holds up none.
 */
export function createThreadLine<Task, Answer>(program: URL, bounds: Bounds): (task: Task, work?: Work) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (task, work) => {
    const answer = last.catch(() => {}).then(() => inThread<Task, Answer>(program, bounds, task, work));
    last = answer;
    return answer;
  };
}

/** What is given up by whoever waits for it ends at the next word of its progress. */
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

/** The thread's side: does the one task it was made for. Requests go first where both want the processor. */
export async function serveTask<Task, Answer>(
  perform: (task: Task, work: Work) => Promise<Answer>,
  transferred: (answer: Answer) => Transferable[] = () => [],
): Promise<void> {
  giveWayAsThread();
  const post = (message: Told<Answer>, transfer: Transferable[] = []) => parentPort?.postMessage(message, transfer);
  const answer = await perform(workerData as Task, { progress: async (done) => post({ done }) });
  post({ answer }, transferred(answer));
}
