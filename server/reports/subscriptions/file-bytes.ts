import type { ExportInput } from '#common/files/input.ts';
import { makeStatements, makeTable } from '#common/files/make.ts';
import type { StatementInput } from '#common/files/statements/statement.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';

/** A table, or printed forms. */
export type FileInput = ExportInput | StatementInput;
export interface FileTask {
  format: FileFormat;
  input: FileInput;
}

export const fileBytes = ({ format, input }: FileTask): Promise<Uint8Array> =>
  'statements' in input ? makeStatements(format, input) : makeTable(format, input);
