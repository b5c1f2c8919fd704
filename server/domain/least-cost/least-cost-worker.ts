import { serveTask } from '#server/platform/runtime/thread.ts';
import { type ValueTask, valueFeeds } from './feed-values.ts';
import { type OptimiseTask, optimiseRation } from './optimise.ts';

/** The thread of one optimisation, or of the worth of feeds in several rations; it ends with the task. */
await serveTask(async (task: OptimiseTask | ValueTask): Promise<unknown> => ('rations' in task ? valueFeeds(task) : optimiseRation(task)));
