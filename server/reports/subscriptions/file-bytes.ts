import type { BoardInput } from '#common/files/boards/board-input.ts';
import type { ExportInput } from '#common/files/input.ts';
import { makeStatements, makeTable } from '#common/files/make.ts';
import type { StatementInput } from '#common/files/statements/statement.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';

/** A table, printed forms, or a board. */
export type FileInput = ExportInput | StatementInput | BoardInput;
export interface FileTask {
  format: FileFormat;
  input: FileInput;
}

export async function fileBytes({ format, input }: FileTask): Promise<Uint8Array> {
  if ('tiles' in input) return (await import('#common/files/pdf/board-pdf.ts')).toBoardPdf(input);
  return 'statements' in input ? makeStatements(format, input) : makeTable(format, input);
}
