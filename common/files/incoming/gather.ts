import { round } from '#common/format/decimal.ts';
import type { ApiValue } from './cells.ts';
import type { FileParts, FilePlan } from './plan.ts';

/** A line of a file: its number, and what its columns say. */
export interface FileLine {
  line: number;
  /** The sheet's name, if lines of several sheets are read. */
  sheet?: string;
  values: Record<string, ApiValue>;
  doubts?: LineDoubt[];
}

/** A figure of a line that contradicts another figure of the file. The person has to confirm the line. */
export interface LineDoubt {
  code: 'amount' | 'net_over_gross' | 'total' | 'dry_matter';
  /** The field at which the doubt is shown. */
  field: string;
  /** The figure in the file, and the figure that the file's other figures make. */
  found: number;
  expected: number;
}

/** A row as the API takes it, and the lines of the file that it was made of. */
export interface FileRow {
  values: Record<string, unknown>;
  lines: FileLine[];
  /** Of each part of a list, which of the lines it was made of. */
  places: Record<string, number[]>;
}

/** A list within a row, with the keys of the columns that only this list has. */
type OwnedParts = FileParts & { own: readonly string[] };

/** One row a line; or, where lines are parts of a row, those of the same `id`, or by what they are known otherwise, together. */
export function gather(lines: readonly FileLine[], { parts = [], fields }: FilePlan): FileRow[] {
  const [first] = parts;
  if (!first) return lines.map((line) => ({ values: apiRow(line.values, fields), lines: [line], places: {} }));
  const ofParts = new Set(parts.flatMap(({ keys }) => keys));
  const columns = Object.keys(lines[0]?.values ?? {});
  // A file without a column of a list's own says nothing of the list.
  const lists = parts.map((list) => ({ ...list, own: ownKeys(list, parts) })).filter(({ own }) => own.some((key) => columns.includes(key)));
  const createRow = ({ values }: FileLine): FileRow => {
    const whole = Object.fromEntries(Object.entries(values).filter(([key]) => !ofParts.has(key)));
    const empty = () => Object.fromEntries(lists.map(({ field }) => [field, []]));
    return { values: { ...apiRow(whole, fields), ...empty() }, lines: [], places: empty() };
  };
  const rows = new Map<string, FileRow>();
  let key = '';
  for (const line of lines) {
    // A line that names nothing goes on with the row above, as merged cells do.
    key = toRowKey(line, first.of ?? 'name') ?? (key || UNNAMED);
    const row = rows.get(key) ?? createRow(line);
    rows.set(key, row);
    addParts(row, line, parts.length > 1 ? lists.filter(({ own }) => own.some((one) => !isUnsaid(line.values[one]))) : lists, fields);
    row.lines.push(line);
  }
  return [...rows.values()];
}

const isUnsaid = (value: ApiValue | undefined) => (value ?? null) === null;

/** The key of a row whose first line has neither id nor name. */
const UNNAMED = ' null';

/** The id or the name by which a line's row is known; null if the line has neither. */
function toRowKey({ values }: FileLine, nameKey: string): string | null {
  const { id, farm_name } = values;
  if (!isUnsaid(id)) return `${id}`;
  return isUnsaid(values[nameKey]) ? null : `${farm_name ?? ''} ${String(values[nameKey]).trim().toLowerCase()}`;
}

/** Adds the line's part of each list to the row, before the line itself. */
function addParts(row: FileRow, { values }: FileLine, lists: readonly OwnedParts[], fields: FilePlan['fields']): void {
  for (const { field, keys } of lists) {
    (row.values[field] as unknown[]).push(toPart(values, keys, fields));
    row.places[field]?.push(row.lines.length);
  }
}

/** The columns that no other list has: a line that fills one of them is of this list. */
const ownKeys = ({ field, keys }: FileParts, lists: readonly FileParts[]): string[] =>
  keys.filter((key) => !lists.some((other) => other.field !== field && other.keys.includes(key)));

/** A line's part. Of several columns of one field it is the one that is filled; two that are say nothing that can be read. */
function toPart(values: Record<string, ApiValue>, keys: readonly string[], fields: FilePlan['fields']): Record<string, ApiValue> {
  const part: Record<string, ApiValue> = {};
  for (const key of keys) {
    const { field, value } = toField(key, values[key] ?? null, fields);
    const known = part[field] ?? null;
    part[field] = known === null || value === null ? (known ?? value) : `${known}; ${value}`;
  }
  return part;
}

/** As many decimals as any number keeps that is turned from a column's unit into the API's. */
const TURNED_DECIMALS = 6;

/** Decimals of a converted number in a file that restore six decimals in the API's unit. */
const FILE_DECIMALS = 9;

/** The value in the API's unit: the number of at most six decimals that a file shows as this value, or all decimals. */
function convert(value: number, times: number, decimals: number): number {
  const short = round(value * times, TURNED_DECIMALS);
  return round(short / times, FILE_DECIMALS) === value ? short : round(value * times, decimals);
}

/** The field that a column is, with its value in the API's unit. */
function toField(key: string, value: ApiValue, fields: FilePlan['fields']): { field: string; value: ApiValue } {
  const { as = key, times, decimals = TURNED_DECIMALS } = fields.find((one) => one.key === key) ?? {};
  return { field: as, value: times !== undefined && typeof value === 'number' ? convert(value, times, decimals) : value };
}

/** An id is a number, whatever the cell's format; an empty one says nothing. Fields within another stand in it. */
function apiRow({ id, ...values }: Record<string, ApiValue>, fields: FilePlan['fields']): Record<string, unknown> {
  const row: Record<string, unknown> = (id ?? null) === null || id === '' ? {} : { id: /^\d+$/.test(String(id).trim()) ? Number(id) : id };
  for (const [key, cell] of Object.entries(values)) {
    const { field, value } = toField(key, cell, fields);
    const [whole = '', part] = field.split('.');
    row[whole] = part === undefined ? value : { ...(row[whole] as object | undefined), [part]: value };
  }
  return row;
}
