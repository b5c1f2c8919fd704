import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { Kind } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { fileColumns, type ImportSpec, type ListFile } from '#src/core/resource/list-file.ts';
import { listInput } from '#src/core/resource/list-input.ts';

const EXAMPLES: Partial<Record<Kind, (now: string) => Cell>> = {
  weight: () => 1000,
  price: () => 10,
  percent: () => 100,
  count: () => 50,
  date: (now) => now.slice(0, 10),
  datetime: (now) => now,
};

/** An empty file of a list: its importable columns and an example row. */
export function templateInput(file: ListFile, imports: ImportSpec, format: Formatter, t: TFunction) {
  const read = new Map(imports.fields.map((field) => [field.key, field]));
  const now = `${new Date().toISOString().slice(0, 16)}:00.000Z`;
  const columns = fileColumns(file, t).flatMap((column): ListColumn<object>[] => {
    const field = read.get(column.key);
    if (!field) return [];
    const word = field.options && Object.values(field.options(t))[0];
    const usual = EXAMPLES[column.kind ?? 'text']?.(now) ?? word ?? `${column.label} 1`;
    const example = field.example === undefined ? usual : field.example;
    return [{ key: column.key, label: column.label, kind: column.kind, value: () => example }];
  });
  return listInput({ title: file.title, columns, rows: [{}], search: '' }, format, t);
}
