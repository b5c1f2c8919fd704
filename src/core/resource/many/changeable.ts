import type { TFunction } from 'i18next';
import type { ApiValue } from '#common/files/incoming/cells.ts';
import { type PastedRows, toPastedRows } from '#src/core/resource/import/checked-file.ts';
import { fileColumns, type ImportSpec, type ListFile } from '#src/core/resource/list-file.ts';
import type { Chosen } from './use-selection.ts';

type ImportField = ImportSpec['fields'][number];

/** A field that several rows can get at once, and how its value is typed. */
export interface ChangeableField {
  key: string;
  label: string;
  input: 'text' | 'date' | 'options' | 'weight' | 'price' | 'percent' | 'count' | 'ratio';
  options: Readonly<Record<string, string>>;
  decimals: number | undefined;
  /** True if the field is the place of the row, so that a change moves the row. */
  isPlace: boolean;
  isFlag: boolean;
}

const INPUTS = {
  text: 'text',
  date: 'date',
  weight: 'weight',
  price: 'price',
  percent: 'percent',
  count: 'count',
  ratio: 'ratio',
} as const;

/** A name identifies its row, and these columns depend on others of their line. */
const isOfOneRow = ({ key, as, needs, times, nutrient }: ImportField) =>
  key === 'name' || as !== undefined || needs !== undefined || times !== undefined || nutrient !== undefined;

/** Returns the fields that an import can change in rows with ids: those of the row itself, not of its parts. */
export function findChangeable(file: ListFile | undefined, t: TFunction): ChangeableField[] {
  if (!file?.imports?.ids) return [];
  const { fields, parts = [] } = file.imports;
  const inParts = new Set(parts.flatMap(({ keys }) => keys));
  const columns = new Map(fileColumns(file, t).map((column) => [column.key, column]));
  return fields.flatMap((field) => {
    const column = columns.get(field.key);
    const kind = field.reads ?? column?.kind ?? 'text';
    const input = field.options ? 'options' : (INPUTS as Partial<Record<string, ChangeableField['input']>>)[kind];
    if (!column || !input || inParts.has(field.key) || isOfOneRow(field)) return [];
    const { key, options, decimals, isPlace = false, isFlag = false } = field;
    return [{ key, label: column.label, input, options: options?.(t) ?? {}, decimals, isPlace, isFlag }];
  });
}

/** The rows with the new value, as the rows of a file: only what changes, and the row's own name for the preview. */
export function toChangedRows(
  title: string,
  chosen: Chosen<{ id: number }>,
  { key, isFlag }: Pick<ChangeableField, 'key' | 'isFlag'>,
  value: ApiValue,
): PastedRows {
  const stored = isFlag ? value === 'true' : value;
  const rows = [...chosen.values()].map((row) => {
    const { name } = row as { name?: unknown };
    return { id: row.id, ...(typeof name === 'string' ? { name } : {}), [key]: stored } as Record<string, ApiValue>;
  });
  const named = rows.every((row) => 'name' in row);
  return toPastedRows(title, rows, named ? ['name', key] : [key]);
}
