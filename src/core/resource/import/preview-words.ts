import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';

export interface PreviewColumn {
  key: string;
  label: string;
  kind: Kind;
  options?: Readonly<Record<string, string>>;
  /** Stored decimals of a weight, if they are more than shown. */
  decimals?: number;
  /** The field, if several columns belong to one, or the column is inside another field. */
  as?: string;
  /** Factor from the column's value to the API's. */
  times?: number;
}

export type Part = Record<string, unknown>;

const lower = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase();

/** Max named columns that are ignored. */
const NAMED = 10;

export const firstOf = (names: readonly string[]) =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? [`… (${names.length})`] : [])].join(', ');

/** A list of parts: the columns that name a part, and the others. */
export interface NamedList {
  field: string;
  names: readonly string[];
  keys: readonly string[];
}

export const nameOf = ({ names }: NamedList, part: Part) => names.map((key) => lower(part[key])).join('\n');

/** Name of a part: its filled naming columns. */
export function wordsOf(
  { names }: NamedList,
  part: Part,
  columns: readonly PreviewColumn[],
  write: (column: PreviewColumn, value: unknown) => string,
) {
  const filled = names.filter((key) => (part[key] ?? '') !== '');
  return filled.map((key) => write(columns.find((column) => column.key === key) ?? { key, label: key, kind: 'text' }, part[key])).join(' ');
}

/** True if a column is inside a changed field. */
export const isWithin = ({ as = '' }: PreviewColumn, before: Part) => as.includes('.') && (as.split('.')[0] ?? '') in before;

/** Former value of a column in a row or part, in the column's unit. */
export function wasIn(row: Part | undefined, { key, as = key, times }: Pick<PreviewColumn, 'key' | 'as' | 'times'>): unknown {
  const value = as.split('.').reduce<unknown>((within, field) => (within as Part | null | undefined)?.[field], row) ?? null;
  return typeof value === 'number' && times !== undefined ? round(value / times, TOLD_DECIMALS) : value;
}

const TOLD_DECIMALS = 6;

/** A value by its kind; unreadable text as in the file. */
export function writeCell(format: Formatter, { kind, options, decimals }: PreviewColumn, value: Cell | undefined): string {
  if (options && typeof value === 'boolean') return options[String(value)] ?? '';
  if (typeof value === 'string' && value !== '') {
    const type = KIND_FORMATS[kind].type;
    if (options) return options[value] ?? value;
    if (type === 'number') return value;
    // A file's moments are farm time and shown unchanged.
    if (type === 'datetime' && /^\d{4}-\d{2}-\d{2}/.test(value)) return format.wall(value);
  }
  if (decimals && kind === 'weight' && typeof value === 'number') return format.typedText(format.typed(format.fromKg(value, decimals)));
  return format.value(kind, value);
}
