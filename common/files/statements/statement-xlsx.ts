import type { CellValue, Row as ExcelRow, Worksheet } from 'exceljs';
import { type OnProgress, printable } from '#common/files/input.ts';
import { packAgain } from '#common/files/xlsx/pack.ts';
import { columnName, excelValue, sheetName } from '#common/files/xlsx/xlsx-cells.ts';
import { BOLD, setIssued, setUpPages, setWidths } from '#common/files/xlsx/xlsx-look.ts';
import { columnWidth, rowHeight } from '#common/files/xlsx/xlsx-sizes.ts';
import { excelFormat } from '#common/format/excel.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { align } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import {
  type Statement,
  type StatementColumn,
  type StatementInput,
  type StatementLine,
  statementDecimals,
  statementFormatter,
  statementTexts,
} from './statement.ts';
import { cellFormula, type FormulaPlace } from './statement-formulas.ts';

const RULE = { style: 'thin', color: { argb: 'FF666666' } } as const;
const BORDER = { top: RULE, left: RULE, bottom: RULE, right: RULE };
/** A column's width is counted in letters. */
const POINTS_A_LETTER = 5.5;

/** The statements as a workbook, one a sheet, whose sums are live. */
export async function statementXlsx(input: StatementInput, onProgress?: OnProgress): Promise<Uint8Array<ArrayBuffer>> {
  const { Workbook } = await import('exceljs').then((module) => module.default ?? module);
  const workbook = new Workbook();
  workbook.creator = 'Manger';
  const { issued } = input;
  if (issued) setIssued(workbook, issued.at);
  const format = statementFormatter(input);
  input.statements.forEach((statement, i) => {
    const taken = workbook.worksheets.map(({ name }) => name);
    addStatement(workbook.addWorksheet(sheetName(statement.name, taken)), statement, input, format);
    onProgress?.((i + 1) / (input.statements.length + 1));
  });
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
  return issued ? packAgain(bytes, issued.at) : bytes;
}

function addStatement(sheet: Worksheet, statement: Statement, input: StatementInput, format: Formatter): void {
  const { columns, above, lines } = statement;
  sheet.getCell(1, 1).value = printable(statement.title);
  sheet.getCell(1, 1).font = { ...BOLD, size: 14 };
  sheet.getCell(2, 1).value = printable(statement.style);
  lines.forEach(({ label, value }, i) => {
    sheet.getCell(i + 3, 1).value = printable(`${label}: ${value}`);
  });
  const top = lines.length + 4;
  const last = writeTable(sheet, statement, { ...input, format, first: top + above.length + 1 });
  head(sheet.getRow(top), columns);
  const { remarks = [], signatures, below } = statement;
  [...remarks, ...(remarks.length > 0 ? [''] : []), ...signatures.map(signatureText)].forEach((text, i) => {
    sheet.getCell(last + below.length + 3 + i, 1).value = printable(text);
  });
  const widths = measureColumns(statement, format);
  setWidths(sheet, widths);
  sheet.getRow(top).height = rowHeight(columns.map(({ header }, at) => ({ text: header, width: widths[at]! })));
  sheet.views = [{ state: 'frozen', ySplit: top }];
  setUpPages(sheet, top);
}

/** A cell of the table: its value, the name of its formula and its look. */
interface TableCell {
  kind: Kind;
  decimals: number;
  value: Cell | undefined;
  formula: string | undefined;
  bold?: boolean;
}

/** Writes rows and sums, `first` being the line of the first row. Returns the line of the last row. */
function writeTable(
  sheet: Worksheet,
  statement: Statement,
  { format, first, ...input }: StatementInput & { format: Formatter; first: number },
) {
  const { columns, rows, above, below } = statement;
  const last = first + rows.length - 1;
  const place: Omit<FormulaPlace, 'row'> = {
    letter: (key) => columnName(columns.findIndex((column) => column.key === key)),
    first,
    last,
    line: (key) => last + 1 + below.findIndex((line) => line.key === key),
  };
  const digits = statementDecimals(statement);
  const write = (row: number, at: number, { kind, decimals, value: cell, formula: named, bold = false }: TableCell) => {
    const isEmpty = cell === undefined || cell === null;
    const formula = named && !isEmpty && cellFormula(named, { ...place, row });
    const target = sheet.getCell(row, at + 1);
    // Numbers are as they are printed already.
    const value = typeof cell === 'number' ? cell : excelValue(format, { key: '', header: '', kind }, cell);
    target.value = formula ? ({ formula, result: value ?? 0 } as CellValue) : value;
    target.numFmt = excelFormat(kind, { ...input, decimals });
    target.border = BORDER;
    target.alignment = { horizontal: align(kind) };
    if (bold) target.font = BOLD;
  };
  const writeLine = (line: StatementLine, row: number) => {
    columns.forEach(({ key, kind }, at) => {
      const decimals = digits.ofLine(line, at);
      write(row, at, { kind: line.kind ?? kind, decimals, value: line.cells[key], formula: line.formulas?.[key], bold: true });
    });
    const label = sheet.getCell(row, 1);
    label.value = printable(line.label);
    label.numFmt = '@';
    label.alignment = { horizontal: 'left', wrapText: true };
  };

  above.forEach((line, i) => {
    writeLine(line, first - above.length + i);
  });
  rows.forEach((row, i) => {
    columns.forEach(({ key, kind, formula }, at) => {
      write(first + i, at, { kind, decimals: digits.ofColumn[at]!, value: row[key], formula });
    });
  });
  below.forEach((line, i) => {
    writeLine(line, last + 1 + i);
  });
  return last;
}

/** Returns the width of each column in letters. */
function measureColumns(statement: Statement, format: Formatter): number[] {
  const { columns, above, below } = statement;
  const texts = statementTexts(statement, format);
  return columns.map(({ header, kind, width }, at) => {
    const shown = [...texts.above, ...texts.rows, ...texts.below].map((row) => row[at]!);
    // Sums stand with the currency, whatever their column is of.
    const unit = kind === 'text' ? '' : format.unitValues.currency;
    const labels = at === 0 ? [...above, ...below].map(({ label }) => label) : [];
    return Math.max(
      columnWidth(header, [...(kind === 'text' && width ? [] : shown), ...labels], unit),
      width ? width / POINTS_A_LETTER : 0,
    );
  });
}

const signatureText = ({ role, name }: Statement['signatures'][number]) => `${role} ____________________ ${name}`;

function head(row: ExcelRow, columns: readonly StatementColumn[]): void {
  columns.forEach(({ header }, at) => {
    const cell = row.getCell(at + 1);
    cell.value = printable(header);
    cell.font = BOLD;
    cell.border = BORDER;
    cell.alignment = { wrapText: true, vertical: 'middle', horizontal: 'center' };
  });
}
