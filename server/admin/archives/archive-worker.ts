import { serveTask } from '#server/platform/runtime/thread.ts';
import { writeArchive } from './write.ts';

/** The thread that writes one archive and ends with it. */
await serveTask(writeArchive);
