import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ExportInput } from '#common/files/input.ts';
import type { StatementInput } from '#common/files/statements/statement.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';

export const FILE_TYPES: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A table, or printed forms. */
export type FileInput = ExportInput | StatementInput;
export interface FileTask {
  format: FileFormat;
  input: FileInput;
}

/** The report is larger than a file of that format may be. */
export class TooLarge extends Error {}

/** Cells of a file at most: what stands in the memory below with room to spare, and what somebody may still want to page through. */
const MOST_CELLS: Record<FileFormat, number> = { xlsx: 1_000_000, pdf: 60_000 };
const MEMORY_MB = 512;
const TIMEOUT_MS = 120_000;

const cellsOf = (input: FileInput): number =>
  ('statements' in input ? input.statements : [input]).reduce((cells, { rows, columns }) => cells + rows.length * columns.length, 0);

let last: Promise<unknown> = Promise.resolve();

/**
 * The bytes of the file that the browser would make of the same input: the same functions, in a thread of their own, so that requests
 * don't wait; one at a time, within bounds of memory and time.
 */
export async function makeFile(format: FileFormat, input: FileInput): Promise<Uint8Array> {
  if (cellsOf(input) > MOST_CELLS[format]) throw new TooLarge();
  const before = last;
  const made = before.catch(() => {}).then(() => inThread(format, input));
  last = made;
  return made;
}

/** Beside this file, in the build as in the sources, which need tsx to be read: a thread takes it up by itself. */
const isSource = import.meta.filename.endsWith('.ts');
const PROGRAM = new URL(`./file-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
const newThread = (options: WorkerOptions): Worker =>
  isSource
    ? new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${PROGRAM}')))`, { ...options, eval: true })
    : new Worker(PROGRAM, options);

async function inThread(format: FileFormat, input: FileInput): Promise<Uint8Array> {
  const worker = newThread({ workerData: { format, input } satisfies FileTask, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the thread ended without a file');
  });
  try {
    const [bytes] = (await Promise.race([once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) }), ended])) as [Uint8Array];
    return bytes;
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError') throw new TooLarge();
    throw error;
  } finally {
    ended.catch(() => {});
    await worker.terminate();
  }
}
