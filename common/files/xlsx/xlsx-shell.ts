import type { Fill, Workbook, Worksheet } from 'exceljs';
import { cellText, type ExportInput, formatterOf, hasTotals, headerText, headingRuns, printable } from '#common/files/input.ts';
import { align } from '#common/format/kinds.ts';
import { columnName, sheetName } from './xlsx-cells.ts';
import { BOLD, LINE, numberFormat, setUpPages, setWidths } from './xlsx-look.ts';
import { columnWidth, rowHeight } from './xlsx-sizes.ts';
import { writeTotals } from './xlsx-totals.ts';

const HEADER_FILL: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEDF2EC' } };
/** As many rows as are looked at for a column's width. */
const SAMPLE = 500;
/** Adds the sheet with all but its rows: the first of them stands there empty, for its styles. Returns that row's number. */
export function addShell(workbook: Workbook, input: ExportInput & { count: number }): number {
  const taken = workbook.worksheets.map((sheet) => sheet.name);
  const sheet = workbook.addWorksheet(sheetName(input.title, taken));
  const headed = input.columns.some((column) => column.heading);
  const { numbers } = input;
  const lines = numbers ? [...input.lines, { label: numbers.label, value: numbers.exact }] : input.lines;
  const top = input.bare ? 1 : lines.length + 3;
  const bottom = headed ? top + 1 : top;
  const first = bottom + 1;
  const last = bottom + input.count;
  const right = columnName(Math.max(input.columns.length, 1) - 1);

  if (!input.bare) {
    sheet.getCell(1, 1).value = printable(input.title);
    sheet.getCell(1, 1).font = { ...BOLD, size: 14 };
    lines.forEach(({ label, value }, i) => {
      sheet.getCell(i + 2, 1).value = printable(`${label}: ${value}`);
    });
  }
  const wide = widths(input);
  writeHeader(sheet, input, top, bottom, wide);
  if (last >= first) styleFirstRow(sheet, input, first);
  if (!input.bare && hasTotals(input)) writeTotals(sheet, input, first, last);
  for (const [i, note] of (input.bare ? [] : input.notes).entries()) sheet.getCell(last + 3 + i, 1).value = printable(note);

  setWidths(sheet, wide);
  sheet.views = [{ state: 'frozen', ySplit: bottom, topLeftCell: `A${first}` }];
  sheet.autoFilter = `A${bottom}:${right}${Math.max(last, bottom)}`;
  setUpPages(sheet, top, bottom);
  return first;
}

function writeHeader(sheet: Worksheet, { columns }: ExportInput, top: number, bottom: number, wide: readonly number[]): void {
  columns.forEach((column, at) => {
    for (let row = top; row <= bottom; row++) {
      const cell = sheet.getCell(row, at + 1);
      cell.font = BOLD;
      cell.fill = HEADER_FILL;
      cell.alignment = { wrapText: true, vertical: 'middle', horizontal: row === bottom ? align(column.kind) : 'center' };
      if (row === bottom) cell.border = { bottom: LINE };
    }
    sheet.getCell(bottom, at + 1).value = headerText(column);
  });
  sheet.getRow(bottom).height = rowHeight(columns.map((column, at) => ({ text: headerText(column), width: wide[at]! })));
  if (top === bottom) return;
  const runs = headingRuns(columns);
  sheet.getRow(top).height = rowHeight(
    runs.map(({ heading, from, to }) => ({ text: heading, width: wide.slice(from, to + 1).reduce((sum, one) => sum + one, 0) })),
  );
  for (const { heading, from, to } of runs) {
    if (heading) {
      sheet.getCell(top, from + 1).value = heading;
      if (to > from) sheet.mergeCells(top, from + 1, top, to + 1);
    } else {
      const cell = sheet.getCell(top, from + 1);
      cell.value = headerText(columns[from]!);
      sheet.mergeCells(top, from + 1, bottom, from + 1);
      cell.alignment = { wrapText: true, vertical: 'bottom', horizontal: align(columns[from]!.kind) };
    }
  }
}

function styleFirstRow(sheet: Worksheet, input: ExportInput, first: number): void {
  input.columns.forEach((column, at) => {
    const cell = sheet.getCell(first, at + 1);
    cell.numFmt = numberFormat(input, column);
    cell.alignment = { horizontal: align(column.kind), vertical: 'top' };
  });
}

function widths(input: ExportInput): number[] {
  const format = formatterOf(input);
  const step = Math.max(1, Math.floor(input.rows.length / SAMPLE));
  return input.columns.map((column) => {
    const text = (row: ExportInput['totals']) => cellText(format, column, row[column.key]);
    const texts = [text(input.totals)];
    for (let i = 0; i < input.rows.length; i += step) texts.push(text(input.rows[i]!));
    const unit = column.kind === 'money' ? format.unitValues.currency : '';
    return columnWidth(headerText(column), texts, unit);
  });
}
