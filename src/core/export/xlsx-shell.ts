import type { Fill, Workbook, Worksheet } from 'exceljs';
import { excelFormat } from '../format/excel.ts';
import { align } from '../format/kinds.ts';
import { cellText, type ExportInput, formatterOf, hasTotals, headerText, headingRuns, printable, totalLabelAt } from './input.ts';
import { columnName, excelValue, sheetName } from './xlsx-cells.ts';

const HEADER_FILL: Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEDF2EC' } };
/** Excel wants a font named in full. */
const BOLD = { name: 'Calibri', family: 2, size: 11, bold: true };
const LINE = { style: 'thin', color: { argb: 'FF9AA59B' } } as const;
/** As many rows as are looked at for a column's width. */
const SAMPLE = 500;

/** Adds the sheet with all but its rows: the first of them stands there empty, for its styles. Returns that row's number. */
export function addShell(workbook: Workbook, input: ExportInput & { count: number }): number {
  const taken = workbook.worksheets.map((sheet) => sheet.name);
  const sheet = workbook.addWorksheet(sheetName(input.title, taken));
  const headed = input.columns.some((column) => column.heading);
  const top = input.bare ? 1 : input.lines.length + 3;
  const bottom = headed ? top + 1 : top;
  const first = bottom + 1;
  const last = bottom + input.count;
  const right = columnName(Math.max(input.columns.length, 1) - 1);

  if (!input.bare) {
    sheet.getCell(1, 1).value = printable(input.title);
    sheet.getCell(1, 1).font = { ...BOLD, size: 14 };
    input.lines.forEach(({ label, value }, i) => {
      sheet.getCell(i + 2, 1).value = printable(`${label}: ${value}`);
    });
  }
  writeHeader(sheet, input, top, bottom);
  if (last >= first) styleFirstRow(sheet, input, first);
  if (!input.bare && hasTotals(input)) writeTotals(sheet, input, first, last);
  for (const [i, note] of (input.bare ? [] : input.notes).entries()) sheet.getCell(last + 3 + i, 1).value = printable(note);

  widths(input).forEach((width, at) => {
    sheet.getColumn(at + 1).width = width;
  });
  sheet.views = [{ state: 'frozen', ySplit: bottom, topLeftCell: `A${first}` }];
  sheet.autoFilter = `A${bottom}:${right}${Math.max(last, bottom)}`;
  sheet.pageSetup = {
    paperSize: 9,
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    printTitlesRow: `${top}:${bottom}`,
  };
  sheet.headerFooter.oddFooter = '&R&P / &N';
  return first;
}

function writeHeader(sheet: Worksheet, { columns }: ExportInput, top: number, bottom: number): void {
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
  if (top === bottom) return;
  for (const { heading, from, to } of headingRuns(columns)) {
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
  input.columns.forEach(({ kind, decimals }, at) => {
    const cell = sheet.getCell(first, at + 1);
    cell.numFmt = excelFormat(kind, { ...input, decimals });
    cell.alignment = { horizontal: align(kind), vertical: 'top' };
  });
}

/** Sums are live, so that they follow the reader's filter; 109 leaves out what is hidden. */
function writeTotals(sheet: Worksheet, input: ExportInput, first: number, last: number): void {
  const format = formatterOf(input);
  const labelAt = totalLabelAt(input);
  input.columns.forEach((column, at) => {
    const cell = sheet.getCell(last + 1, at + 1);
    cell.font = BOLD;
    cell.border = { top: LINE };
    cell.alignment = { horizontal: align(column.kind) };
    cell.numFmt = excelFormat(column.kind, { ...input, decimals: column.decimals });
    const result = excelValue(format, column, input.totals[column.key]);
    if (at === labelAt) cell.value = printable(input.labels.total);
    else if (column.total === 'sum' && last >= first) {
      const name = columnName(at);
      cell.value = { formula: `SUBTOTAL(109,${name}${first}:${name}${last})`, result: result ?? 0 };
    } else cell.value = result;
  });
}

function widths(input: ExportInput): number[] {
  const format = formatterOf(input);
  const step = Math.max(1, Math.floor(input.rows.length / SAMPLE));
  return input.columns.map((column) => {
    const header = headerText(column).split(/\s/);
    let width = Math.max(...header.map((word) => word.length)) + 3;
    width = Math.max(width, cellText(format, column, input.totals[column.key]).length * 1.1);
    for (let i = 0; i < input.rows.length; i += step) width = Math.max(width, cellText(format, column, input.rows[i]![column.key]).length);
    return Math.min(Math.max(width + 2, 9), 60);
  });
}
