import type { Kind, Language } from '../../../contract/kinds.ts';
import type { Cell, Row } from '../../../contract/reports/shape.ts';
import { createFormatter, type Formatter } from '../format/formatter.ts';
import { KIND_FORMATS } from '../format/kinds.ts';

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
/** A quotient that is 0 where there is nothing to divide by. */
export const ratioFormula = (upper: string, lower: string) => `IF(${lower}=0,0,${upper}/${lower})`;

/** A printed form with one table: what stands above it, its lines, and who signs. */
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
  timezone: string;
  currency: string;
  labels: { page: string; signature: string };
}

export const statementFormatter = ({ language, timezone, currency }: StatementInput): Formatter =>
  createFormatter({ language, timezone, currency });

/** Every text of a statement's table, the numbers of one column with equal decimals. Empty cells stay empty: they are ruled for a pen. */
export function statementTexts({ columns, above, rows, below }: Statement, format: Formatter) {
  const written = (kind: Kind, cell: Cell | undefined, decimals?: number) =>
    cell === null || cell === undefined || cell === '' ? '' : format.value(kind, cell, { decimals });
  const decimals = columns.map(({ key, kind }) =>
    KIND_FORMATS[kind].type === 'number'
      ? format.decimals(
          kind,
          [...rows, ...below.filter((line) => !line.kind).map(({ cells }) => cells)].map((row) => row[key]),
        )
      : undefined,
  );
  const ofLine = ({ kind, cells }: StatementLine) =>
    columns.map((column, at) => written(kind ?? column.kind, cells[column.key], kind ? undefined : decimals[at]));
  return {
    above: above.map(ofLine),
    rows: rows.map((row) => columns.map(({ key, kind }, at) => written(kind, row[key], decimals[at]))),
    below: below.map(ofLine),
  };
}
