import { serveTask } from '#server/platform/runtime/thread.ts';
import { fileBytes } from './file-bytes.ts';

/** The thread in which one file is made; it ends with it. */
await serveTask(fileBytes, (bytes) => [bytes.buffer as ArrayBuffer]);
