import type { BoardInput } from '#common/files/boards/board-input.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';
import { createThreadLine, isSource, OutOfBounds, programBeside } from '#server/platform/runtime/thread.ts';
import type { FileInput, FileTask } from './file-bytes.ts';

export const FILE_TYPES: Record<FileFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** The report is larger than a file of that format may be. */
export class TooLarge extends Error {}

/** Maximum number of cells per file. Such a file fits into memory and still has a number of pages that a person may read. */
const MAX_CELLS: Record<FileFormat, number> = { xlsx: 1_000_000, pdf: 60_000 };
const MEMORY_MB = 512;
const TIMEOUT_MS = 120_000;

function countCells(input: FileInput): number {
  const tables = 'statements' in input ? input.statements : 'tiles' in input ? listTables(input) : [input];
  return tables.reduce((cells, { rows, columns }) => cells + rows.length * columns.length, 0);
}

const listTables = ({ tiles }: BoardInput) => tiles.flatMap(({ content }) => (content.kind === 'table' ? [content.input] : []));

type Make = (task: FileTask) => Promise<Uint8Array>;

export const inThread: Make = createThreadLine<FileTask, Uint8Array>(programBeside(import.meta.url, 'file-worker'), {
  memoryMb: MEMORY_MB,
  timeoutMs: TIMEOUT_MS,
});
const here: Make = async (task) => (await import('./file-bytes.ts')).fileBytes(structuredClone(task));
/** A thread that first compiles its sources takes longer than most files do. */
const usual = isSource ? here : inThread;

/** The bytes of the file that the browser would make of the same input: the same functions, in a thread of their own. */
export async function makeFile(format: FileFormat, input: FileInput, make: Make = usual): Promise<Uint8Array> {
  if (countCells(input) > MAX_CELLS[format]) throw new TooLarge();
  return make({ format, input }).catch((error) => {
    throw error instanceof OutOfBounds ? new TooLarge() : error;
  });
}
