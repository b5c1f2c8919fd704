import type { Worksheet } from 'exceljs';
import { asKept, type ExportColumn, type ExportInput, formatterOf, printable, totalLabelAt } from '#common/files/input.ts';
import { round } from '#common/format/decimal.ts';
import { align } from '#common/format/kinds.ts';
import { columnName, excelValue } from './xlsx-cells.ts';
import { BOLD, LINE, numberFormat } from './xlsx-look.ts';

/** Cut cells may add up to less than their total by as much as was cut; what is smaller is noise of adding doubles. */
const SUM_DECIMALS = 6;

/** Sums are live, so that they follow the reader's filter; 109 leaves out what is hidden. */
export function writeTotals(sheet: Worksheet, input: ExportInput, first: number, last: number): void {
  const format = formatterOf(input);
  const labelAt = totalLabelAt(input);
  input.columns.forEach((column, at) => {
    const cell = sheet.getCell(last + 1, at + 1);
    cell.font = BOLD;
    cell.border = { top: LINE };
    cell.alignment = { horizontal: align(column.kind) };
    cell.numFmt = numberFormat(input, column);
    const result = excelValue(format, column, input.totals[column.key], asKept(input));
    if (at === labelAt) cell.value = printable(input.labels.total);
    // Where there is nothing to sum the screen shows no 0, either.
    else if (column.total === 'sum' && last >= first && typeof result === 'number') {
      const name = columnName(at);
      const range = `${name}${first}:${name}${last}`;
      const cutOff = round(result - sumOf(input, column), SUM_DECIMALS);
      cell.value = { formula: sumFormula(range, cutOff), result };
    } else cell.value = result;
  });
}

/** The sum of a column as its cells stand. */
function sumOf(input: ExportInput, column: ExportColumn): number {
  const format = formatterOf(input);
  return input.rows.reduce((sum, row) => sum + (Number(excelValue(format, column, row[column.key], asKept(input))) || 0), 0);
}

/** While nothing is hidden the total is that of the screen: what was cut off the cells comes back to it. */
const sumFormula = (range: string, cutOff: number) =>
  cutOff === 0 ? `SUBTOTAL(109,${range})` : `SUBTOTAL(109,${range})+IF(SUBTOTAL(103,${range})=COUNTA(${range}),${cutOff},0)`;
