import { decimalsIn } from '#common/format/decimal.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { Kind, Language } from '#contract/kinds.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import type { Conventions } from '#contract/words.ts';

export interface StatementColumn {
  key: string;
  header: string;
  kind: Kind;
  /** Named on every part of a table that is too wide for the page. */
  leading?: boolean;
  /** On paper, in points; columns share what is left when they name none. */
  width?: number;
  /** In a workbook: what makes a row's cell of the others, see `cellFormula`. */
  formula?: string;
}

/** A line above or under the rows. `kind`: of its numbers, where they aren't of their columns'. */
export interface StatementLine {
  key: string;
  label: string;
  kind?: Kind;
  cells: Row;
  /** In a workbook: the formulas of its cells by column; a value stands where there is none. */
  formulas?: Readonly<Record<string, string>>;
}

/** Where a formula stands: its own row, the first and last row of the table, and the rows of the lines under it. */
export interface FormulaPlace {
  letter: (key: string) => string;
  row: number;
  first: number;
  last: number;
  line: (key: string) => number;
}

const REFERENCE = /\{(\w+)(?:@(\w+))?\}/g;

/**
 * A formula's cells by their names: `{heads}` is the column's cell in the formula's own row, `{heads@first}` and `{heads@last}` those of the
 * first and last row of the table, `{heads@whole}` that of the line `whole`. Plain text, so that it can cross into a worker.
 */
export const cellFormula = (formula: string, { letter, row, first, last, line }: FormulaPlace): string =>
  formula.replace(REFERENCE, (_, key: string, at: string | undefined) => {
    const number = at === undefined ? row : at === 'first' ? first : at === 'last' ? last : line(at);
    return `${letter(key)}${number}`;
  });
/** The sum of a column's rows. */
export const sumFormula = (key: string) => `SUM({${key}@first}:{${key}@last})`;
export const roundFormula = (formula: string, decimals: number) => `ROUND(${formula},${decimals})`;
/** A rounded quotient that is 0 where there is nothing to divide by. */
export const ratioFormula = (upper: string, lower: string, decimals: number) =>
  roundFormula(`IF(${lower}=0,0,${upper}/${lower})`, decimals);

/**
 * A printed form with one table: what stands above it, its lines, and who signs. Its numbers are as they are printed: in the reader's unit, and
 * rounded, so that what follows from them follows on paper.
 */
export interface Statement {
  /** Of the sheet. */
  name: string;
  title: string;
  /** Which official form it follows. */
  style: string;
  lines: readonly { label: string; value: string }[];
  columns: readonly StatementColumn[];
  above: readonly StatementLine[];
  rows: readonly Row[];
  below: readonly StatementLine[];
  /** Sentences under the table. */
  remarks?: readonly string[];
  signatures: readonly { role: string; name: string }[];
}

/** A document of several statements, each beginning a page or a sheet. */
export interface StatementInput {
  title: string;
  statements: readonly Statement[];
  language: Language;
  units: Conventions['units'];
  clock: Conventions['clock'];
  timezone: string;
  currency: string;
  labels: { page: string; signature: string };
}

export const statementFormatter = ({ language, units, clock, timezone, currency }: StatementInput): Formatter =>
  createFormatter({ language, units, clock, timezone, currency });

/** The decimals of each column, and of each line whose numbers are of a kind of their own: as many as the longest of them has. */
export function statementDecimals({ columns, above, rows, below }: Statement) {
  const longest = (kind: Kind, cells: Iterable<Cell | undefined>) => {
    let decimals = KIND_FORMATS[kind].decimals[0];
    for (const cell of cells) if (typeof cell === 'number') decimals = Math.max(decimals, decimalsIn(cell));
    return decimals;
  };
  const ofColumn = columns.map(({ key, kind }) => {
    const lines = [...above, ...below].filter((line) => !line.kind);
    return longest(
      kind,
      [...rows, ...lines.map(({ cells }) => cells)].map((row) => row[key]),
    );
  });
  return {
    ofColumn,
    ofLine: ({ kind, cells }: StatementLine, at: number) => (kind ? longest(kind, Object.values(cells)) : ofColumn[at]!),
  };
}

/** Every text of a statement's table, the numbers of one column with equal decimals. Empty cells stay empty: they are ruled for a pen. */
export function statementTexts(statement: Statement, format: Formatter) {
  const { columns, above, rows, below } = statement;
  const decimals = statementDecimals(statement);
  const written = (kind: Kind, cell: Cell | undefined, digits: number) => {
    if (cell === null || cell === undefined || cell === '') return '';
    return typeof cell === 'number' && KIND_FORMATS[kind].type === 'number' ? format.printed(cell, digits) : format.value(kind, cell);
  };
  const ofLine = (line: StatementLine) =>
    columns.map((column, at) => written(line.kind ?? column.kind, line.cells[column.key], decimals.ofLine(line, at)));
  return {
    above: above.map(ofLine),
    rows: rows.map((row) => columns.map(({ key, kind }, at) => written(kind, row[key], decimals.ofColumn[at]!))),
    below: below.map(ofLine),
  };
}
