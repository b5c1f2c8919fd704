import type { LeastCost } from '#contract/least-cost.ts';
import { createThreadLine, isSource, programBeside } from '#server/platform/runtime/thread.ts';
import type { OptimiseTask } from './optimise.ts';

const MEMORY_MB = 256;
/** A ration takes a fraction of a second; 200 feeds within 100 limits take seconds. */
const TIMEOUT_MS = 30_000;

type Optimise = (task: OptimiseTask) => Promise<LeastCost>;

export const optimiseInThread: Optimise = createThreadLine<OptimiseTask, LeastCost>(programBeside(import.meta.url, 'least-cost-worker'), {
  memoryMb: MEMORY_MB,
  timeoutMs: TIMEOUT_MS,
});
const optimiseHere: Optimise = async (task) => (await import('./optimise.ts')).optimiseRation(structuredClone(task));

/** Optimises in a thread, so that requests don't wait. From source, compiling in a thread would take longer than most rations. */
export const optimise: Optimise = isSource ? optimiseHere : optimiseInThread;
