import type { Row } from '#contract/reports/shape.ts';
import type { ExportInput } from './input.ts';
import type { StatementInput } from './statements/statement.ts';

export type ExportFormat = 'xlsx' | 'csv' | 'pdf';
/** What a printed form is saved as. */
export type StatementFormat = Exclude<ExportFormat, 'csv'>;

/** Of a table the page sends all but the rows, then the rows in slices, one for each `more`; printed forms are small and go in one piece. */
export type ToWorker =
  | { type: 'start'; format: ExportFormat; input: Omit<ExportInput, 'rows'>; count: number }
  | { type: 'rows'; rows: Row[] }
  | { type: 'statements'; format: StatementFormat; input: StatementInput };

export type FromWorker =
  | { type: 'more' }
  | { type: 'progress'; done: number }
  | { type: 'done'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; message: string };

/** As much of a Worker as is used here. */
export interface ExportWorker {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
