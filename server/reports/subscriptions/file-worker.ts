import { makeStatements, makeTable } from '#common/files/make.ts';
import { serveTask } from '#server/platform/runtime/thread.ts';
import type { FileTask } from './file.ts';

/** The thread in which one file is made; it ends with it. */
await serveTask<FileTask, Uint8Array>(
  ({ format, input }) => ('statements' in input ? makeStatements(format, input) : makeTable(format, input)),
  (bytes) => [bytes.buffer as ArrayBuffer],
);
