import type { ReactNode } from 'react';
import { type Formatter, formatterIn } from '#common/format/formatter.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';

/** A list's column. Numbers stand right with their unit in the header; `render` is for what no kind can show. */
export interface ListColumn<Row> {
  key: string;
  label: string;
  /** How the value is written; text by default. */
  kind?: Kind;
  value?: (row: Row) => Cell;
  render?: (row: Row) => ReactNode;
  /** The server's name for ordering; columns without aren't sortable. */
  sort?: string;
  /** A number with a unit of its own in each row, which no kind can show. */
  right?: true;
  /** `false`: its unit is said elsewhere, not in its header. */
  unit?: false;
  /** Left out of the phone's cards. */
  secondary?: boolean;
  /** The timezone by whose clock a row's moment is written, where that isn't the open farm's. */
  zone?: (row: Row) => string;
  /** `false` leaves it out of files, `only` out of the screen. */
  exported?: false | 'only';
}

const RIGHT: ReadonlySet<Kind> = new Set(['weight', 'percent', 'money', 'price', 'duration', 'count', 'ratio']);

export const isRight = (kind: Kind | undefined) => kind !== undefined && RIGHT.has(kind);

/** Written as it is: of any length, with words of any length. */
export const isWords = ({ kind = 'text', render }: Pick<ListColumn<never>, 'kind' | 'render'>) => kind === 'text' && !render;

const own = (row: object, key: string) => (row as Record<string, Cell | undefined>)[key];

/** What a file holds of a row: the value itself, so that its kind can write it. */
export const exportCell = <Row extends object>(column: ListColumn<Row>, row: Row): Cell =>
  (column.value ? column.value(row) : own(row, column.key)) ?? null;

export function cellText<Row extends object>(format: Formatter, column: ListColumn<Row>, row: Row): string {
  const by = column.zone ? formatterIn(format, column.zone(row)) : format;
  return by.value(column.kind ?? 'text', column.value ? column.value(row) : own(row, column.key));
}
