import type { Row } from '../../../contract/reports/shape.ts';
import type { ExportInput, OnProgress } from './input.ts';
import type { ExportFormat, FromWorker, StatementFormat, ToWorker } from './protocol.ts';
import type { StatementInput } from './statement.ts';

type Bytes = Promise<Uint8Array<ArrayBuffer>>;

/** Each format's code is loaded when it is first asked for. */
async function makeTable(format: ExportFormat, input: ExportInput, onProgress: OnProgress): Bytes {
  switch (format) {
    case 'xlsx':
      return (await import('./xlsx.ts')).toXlsx(input, onProgress);
    case 'csv':
      return (await import('./csv.ts')).toCsv(input, onProgress);
    case 'pdf':
      return (await import('./pdf.ts')).toPdf(input, onProgress);
  }
}

async function makeStatements(format: StatementFormat, input: StatementInput, onProgress: OnProgress): Bytes {
  return format === 'pdf'
    ? (await import('./statement-pdf.ts')).statementPdf(input, onProgress)
    : (await import('./statement-xlsx.ts')).statementXlsx(input, onProgress);
}

/** The worker's side: gathers the rows, makes the file, tells how far it is. Serves one export. */
export function serve(post: (message: FromWorker, transfer?: Transferable[]) => void): (message: ToWorker) => Promise<void> {
  let asked: Extract<ToWorker, { type: 'start' }> | undefined;
  const rows: Row[] = [];
  const answer = async (make: (onProgress: OnProgress) => Bytes) => {
    try {
      const bytes = await make((done) => post({ type: 'progress', done }));
      post({ type: 'done', bytes }, [bytes.buffer]);
    } catch (error) {
      post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  return async (message) => {
    if (message.type === 'statements') {
      const { format, input } = message;
      return answer((onProgress) => makeStatements(format, input, onProgress));
    }
    if (message.type === 'start') asked = message;
    else for (const row of message.rows) rows.push(row);
    if (!asked) return;
    if (rows.length < asked.count) {
      post({ type: 'more' });
      return;
    }
    const { format, input } = asked;
    await answer((onProgress) => makeTable(format, { ...input, rows }, onProgress));
  };
}
