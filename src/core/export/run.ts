import type { ExportInput, OnProgress } from '#common/files/input.ts';
import type { ExportFormat, ExportWorker, FromWorker, StatementFormat, ToWorker } from '#common/files/protocol.ts';
import type { StatementInput } from '#common/files/statements/statement.ts';
import type { Row } from '#contract/reports/shape.ts';

/** Rows copied to the worker at a time: a few milliseconds, so that the page never stalls. */
const SLICE = 1000;
/** Share of transferring the rows in the progress. */
const HANDING = 0.2;

const TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
  pdf: 'application/pdf',
};

export interface RunningExport {
  /** Rejects with an AbortError when cancelled. */
  promise: Promise<Blob>;
  cancel(): void;
}

const newWorker = (): ExportWorker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

export interface ExportOptions {
  onProgress?: OnProgress;
  connect?: () => ExportWorker;
}

/** Makes the file of a table in a worker that ends with it. */
export function startExport(format: ExportFormat, input: ExportInput, options: ExportOptions = {}): RunningExport {
  const { rows, ...rest } = input;
  let sent = 0;
  const more = () => {
    const slice = rows.slice(sent, sent + SLICE);
    sent += SLICE;
    return { slice, handed: Math.min(sent / rows.length, 1) };
  };
  return run({ type: 'start', format, input: rest, count: rows.length }, more, options);
}

/** The same for printed forms. */
export const startStatements = (format: StatementFormat, input: StatementInput, options: ExportOptions = {}): RunningExport =>
  run({ type: 'statements', format, input }, null, options);

function run(
  start: Exclude<ToWorker, { type: 'rows' }>,
  more: (() => { slice: Row[]; handed: number }) | null,
  { onProgress, connect = newWorker }: ExportOptions,
): RunningExport {
  const handing = more ? HANDING : 0;
  const worker = connect();
  const { promise, resolve, reject } = withResolvers<Blob>();
  const finish = () => {
    worker.onmessage = null;
    worker.terminate();
  };
  const fail = (error: Error) => {
    finish();
    reject(error);
  };
  worker.onerror = (event) => fail(new Error(event.message || 'The export could not be loaded'));
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'more': {
        if (!more) break;
        const { slice, handed } = more();
        worker.postMessage({ type: 'rows', rows: slice });
        onProgress?.(handed * handing);
        break;
      }
      case 'progress':
        onProgress?.(handing + data.done * (1 - handing));
        break;
      case 'done':
        finish();
        onProgress?.(1);
        resolve(new Blob([data.bytes], { type: TYPES[start.format] }));
        break;
      case 'failed':
        fail(new Error(data.message));
    }
  };
  worker.postMessage(start);
  return { promise, cancel: () => fail(new DOMException('Cancelled', 'AbortError')) };
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

/** Starts the browser's download of a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
