import { serveTask } from '#server/platform/runtime/thread.ts';
import { optimiseRation } from './optimise.ts';

/** The thread in which one ration is optimised; it ends with it. */
await serveTask(optimiseRation);
