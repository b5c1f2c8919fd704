import { isDeepStrictEqual } from 'node:util';
import type { AnyRow, Input } from '#server/platform/resource/table.ts';
import type { Importable } from './importable.ts';

/** Returns the fields of a file's row that differ from the existing row. */
export function differing(input: Input, before: AnyRow, { parts, together = [] }: Pick<Importable, 'parts' | 'together'>): Input {
  const same = (field: string, value: unknown) => {
    const now = before[field] ?? null;
    if (!Array.isArray(value)) return isDeepStrictEqual(value ?? null, now);
    const list = parts?.find((one) => one.field === field);
    if (list?.same) return list.same(value, before);
    const fields = Object.keys(value[0] ?? {});
    const fingerprint = (parts: unknown) => JSON.stringify((parts as AnyRow[]).map((part) => fields.map((one) => part[one])));
    return fingerprint(value) === fingerprint(now);
  };
  const changed = new Set(Object.keys(input).filter((field) => field !== 'version' && !same(field, input[field])));
  for (const fields of together) {
    if (fields.some((field) => changed.has(field))) for (const field of fields) if (field in input) changed.add(field);
  }
  return Object.fromEntries(Object.entries(input).filter(([field]) => changed.has(field)));
}
