import { serveTask } from '#server/platform/runtime/thread.ts';
import { writeArchive } from './write.ts';

/** The thread in which one archive is written; it ends with it. */
await serveTask(writeArchive);
