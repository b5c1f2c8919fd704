import type { ReactNode } from 'react';
import { type Formatter, formatterIn } from '#common/format/formatter.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';

/** A list's column. Numbers are right-aligned with their unit in the header; `render` is for values without a kind. */
export interface ListColumn<Row> {
  key: string;
  label: string;
  /** The value's kind; by default text. */
  kind?: Kind;
  value?: (row: Row) => Cell;
  render?: (row: Row) => ReactNode;
  /** The server's name for ordering. Columns without it aren't sortable. */
  sort?: string;
  /** For a number with a unit per row, which no kind can show. */
  right?: true;
  /** `false` if the unit is shown elsewhere. */
  unit?: false;
  /** Hidden on the phone's cards. */
  secondary?: boolean;
  /** The time zone of a row's moment, if it isn't the open farm's. */
  zone?: (row: Row) => string;
  /** `false` omits it in files, `only` on the screen. */
  exported?: false | 'only';
}

const RIGHT: ReadonlySet<Kind> = new Set(['weight', 'percent', 'money', 'price', 'duration', 'count', 'ratio']);

export const isRight = (kind: Kind | undefined) => kind !== undefined && RIGHT.has(kind);

/** True for free text of any length. */
export const isWords = ({ kind = 'text', render }: Pick<ListColumn<never>, 'kind' | 'render'>) => kind === 'text' && !render;

const getOwn = (row: object, key: string) => (row as Record<string, Cell | undefined>)[key];

/** A row's value for a file, which formats it by kind. */
export const exportCell = <Row extends object>(column: ListColumn<Row>, row: Row): Cell =>
  (column.value ? column.value(row) : getOwn(row, column.key)) ?? null;

export function cellText<Row extends object>(format: Formatter, column: ListColumn<Row>, row: Row): string {
  const by = column.zone ? formatterIn(format, column.zone(row)) : format;
  return by.value(column.kind ?? 'text', column.value ? column.value(row) : getOwn(row, column.key));
}
