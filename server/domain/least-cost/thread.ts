import type { LeastCost } from '#contract/least-cost.ts';
import { invalid } from '#server/platform/errors.ts';
import { createThreadLine, isSource, OutOfBounds, programBeside } from '#server/platform/runtime/thread.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import type { FeedValue, ValueTask } from './feed-values.ts';
import type { OptimiseTask } from './optimise.ts';

const MEMORY_MB = 256;
/** A ration takes a fraction of a second; 200 feeds within 100 limits take seconds. */
const TIMEOUT_MS = 30_000;

type Optimise = (task: OptimiseTask) => Promise<LeastCost>;
type Value = (task: ValueTask) => Promise<FeedValue[][]>;

const inThread = createThreadLine<OptimiseTask | ValueTask, unknown>(programBeside(import.meta.url, 'least-cost-worker'), {
  memoryMb: MEMORY_MB,
  timeoutMs: TIMEOUT_MS,
});
export const optimiseInThread: Optimise = (task) => inThread(task) as ReturnType<Optimise>;
const optimiseHere: Optimise = async (task) => (await import('./optimise.ts')).optimiseRation(structuredClone(task));
const valueHere: Value = async (task) => (await import('./feed-values.ts')).valueFeeds(structuredClone(task));

/** From source, compiling in a thread would take longer than most rations. */
const optimise: Optimise = isSource ? optimiseHere : optimiseInThread;
const value: Value = isSource ? valueHere : (task) => inThread(task) as ReturnType<Value>;

/** A task takes a processor for up to 30 s. */
const turns = createTurns({ ofEach: 1, ofAll: 2, waiting: 4, wait: 5 });

/** Runs a task in the client's turn; 400 if it takes too long. */
const inTurn = <Answer>(client: number, run: () => Promise<Answer>): Promise<Answer> =>
  turns.during(client, run).catch((error) => {
    throw error instanceof OutOfBounds ? invalid('detail', 'time_out') : error;
  });

/** Optimises in a thread, so that requests don't wait. */
export const optimiseInTurn = (client: number, task: OptimiseTask): Promise<LeastCost> => inTurn(client, () => optimise(task));
/** The worth of feeds in several rations, in the same thread. */
export const valueInTurn = (client: number, task: ValueTask): Promise<FeedValue[][]> => inTurn(client, () => value(task));
