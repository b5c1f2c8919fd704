import type { FileRow } from '#common/files/incoming/gather.ts';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import type { ColumnMeaning, FileReason } from '#common/files/incoming/problem.ts';
import type { FileContent } from '#common/files/incoming/read.ts';

export interface ToReader {
  bytes: Uint8Array<ArrayBuffer>;
  plan: FilePlan;
}

export type FromReader =
  | { type: 'rows'; rows: FileRow[] }
  | { type: 'read'; content: Omit<FileContent, 'rows'> }
  | { type: 'refused'; reason: FileReason; names: string; meanings: ColumnMeaning[] };

/** The used part of a Worker. */
export interface ReaderWorker {
  postMessage(message: ToReader, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromReader>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
