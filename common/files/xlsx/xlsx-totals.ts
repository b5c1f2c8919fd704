import type { Worksheet } from 'exceljs';
import { asKept, type ExportInput, formatterOf, printable, totalLabelAt } from '#common/files/input.ts';
import { align } from '#common/format/kinds.ts';
import { columnName, excelValue } from './xlsx-cells.ts';
import { BOLD, LINE, numberFormat } from './xlsx-look.ts';

/** Writes the total row. A sum is a formula that follows the reader's filter: 109 leaves out hidden rows. */
export function writeTotals(sheet: Worksheet, input: ExportInput, first: number, last: number): void {
  const format = formatterOf(input);
  const labelAt = totalLabelAt(input);
  input.columns.forEach((column, at) => {
    const cell = sheet.getCell(last + 1, at + 1);
    cell.font = BOLD;
    cell.border = { top: LINE };
    cell.alignment = { horizontal: align(column.kind) };
    cell.numFmt = numberFormat(input, column);
    const result = excelValue(format, column, input.totals[column.key], !asKept(input));
    const name = columnName(at);
    if (at === labelAt) cell.value = printable(input.labels.total);
    // An empty total stays empty instead of showing 0.
    else if (column.total === 'sum' && last >= first && typeof result === 'number')
      cell.value = { formula: `SUBTOTAL(109,${name}${first}:${name}${last})`, result };
    else cell.value = result;
  });
}
