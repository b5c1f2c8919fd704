import type { ExportInput, OnProgress } from './input.ts';
import type { ExportFormat, StatementFormat } from './protocol.ts';
import type { StatementInput } from './statements/statement.ts';

type Bytes = Promise<Uint8Array<ArrayBuffer>>;

/** Makes a file of a table. Each format's code loads when it is first needed. */
export async function makeTable(format: ExportFormat, input: ExportInput, onProgress?: OnProgress): Bytes {
  switch (format) {
    case 'xlsx':
      return (await import('./xlsx/xlsx.ts')).toXlsx(input, onProgress);
    case 'csv':
      return (await import('./csv/csv.ts')).toCsv(input, onProgress);
    case 'pdf':
      return (await import('./pdf/pdf.ts')).toPdf(input, onProgress);
  }
}

/** Makes a file of printed forms. */
export const makeStatements = async (format: StatementFormat, input: StatementInput, onProgress?: OnProgress): Bytes =>
  format === 'pdf'
    ? (await import('./statements/statement-pdf.ts')).statementPdf(input, onProgress)
    : (await import('./statements/statement-xlsx.ts')).statementXlsx(input, onProgress);
