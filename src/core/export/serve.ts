import type { Row } from '../../../contract/reports/shape.ts';
import type { ExportInput, OnProgress } from './input.ts';
import type { ExportFormat, FromWorker, ToWorker } from './protocol.ts';

/** Each format's code is loaded when it is first asked for. */
async function make(format: ExportFormat, input: ExportInput, onProgress: OnProgress): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'xlsx':
      return (await import('./xlsx.ts')).toXlsx(input, onProgress);
    case 'csv':
      return (await import('./csv.ts')).toCsv(input, onProgress);
    case 'pdf':
      return (await import('./pdf.ts')).toPdf(input, onProgress);
  }
}

/** The worker's side: gathers the rows, makes the file, tells how far it is. Serves one export. */
export function serve(post: (message: FromWorker, transfer?: Transferable[]) => void): (message: ToWorker) => Promise<void> {
  let asked: Extract<ToWorker, { type: 'start' }> | undefined;
  const rows: Row[] = [];
  return async (message) => {
    if (message.type === 'start') asked = message;
    else for (const row of message.rows) rows.push(row);
    if (!asked) return;
    if (rows.length < asked.count) {
      post({ type: 'more' });
      return;
    }
    try {
      const bytes = await make(asked.format, { ...asked.input, rows }, (done) => post({ type: 'progress', done }));
      post({ type: 'done', bytes }, [bytes.buffer]);
    } catch (error) {
      post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
}
