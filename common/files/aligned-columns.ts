import { decimalsOf } from '#common/format/file-numbers.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { asKept, type ExportColumn, type ExportInput, formatterOf } from './input.ts';

/** Gives each column one number of decimals, as many as its longest number needs, so that digits are aligned. */
export function alignedColumns(input: ExportInput): ExportColumn[] {
  const format = formatterOf(input);
  const { rows, totals } = input;
  const whole = asKept(input);
  return input.columns.map((column) => {
    if (column.decimals !== undefined || KIND_FORMATS[column.kind].type !== 'number') return column;
    const cells = [totals[column.key], ...rows.map((row) => row[column.key])];
    return { ...column, decimals: decimalsOf(format, column.kind, cells, { whole }) };
  });
}
