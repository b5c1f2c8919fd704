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
  /** Of a paper: when it was issued, and its hash. Its file is the same to the byte whenever it is made. */
  issued?: { at: string; hash: string };
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
