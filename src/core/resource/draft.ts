import type { z } from 'zod';
import type { Resource, RowOf } from '#contract/resource.ts';

/** What a form holds of a resource while it is filled in: texts are never missing unless the contract says so, anything else may be. */
export type Draft<R extends Resource> = { [Key in keyof z.output<R['create']>]-?: DraftOf<z.output<R['create']>[Key]> } & {
  version: number | undefined;
};
type DraftOf<V> = string extends V ? (null extends V ? string | null : string) : NonNullable<V> | null;

const unwrapped = (field: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = field._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? unwrapped(innerType) : field;
};

/** What a field of a new row holds: the contract's default, else nothing. */
function begin(field: z.core.$ZodType): unknown {
  const { type, defaultValue, innerType } = field._zod.def as { type: string; defaultValue?: unknown; innerType?: z.core.$ZodType };
  if (type === 'default') return defaultValue;
  if (innerType) return type === 'nullable' ? null : begin(innerType);
  return type === 'string' ? '' : null;
}

/** A row as its form begins with it; without one, a new row. */
export function draftOf<R extends Resource>(resource: R, row: RowOf<R> | null): Draft<R> {
  const from = (row ?? {}) as Record<string, unknown>;
  const fields = Object.entries<z.core.$ZodType>(resource.create.shape);
  return { ...Object.fromEntries(fields.map(([key, field]) => [key, from[key] ?? begin(field)])), version: from.version } as Draft<R>;
}

/** What the contract asks of a text: whether it may be empty, and how long it may be. */
export function textRules(resource: Resource, key: string): { required: boolean; maxLength: number | undefined } {
  const bag = unwrapped(resource.create.shape[key] as z.core.$ZodType)._zod.bag as { minimum?: number; maximum?: number };
  return { required: (bag.minimum ?? 0) > 0, maxLength: bag.maximum };
}

/** Values as they are sent: what is still missing is left out, so that the server names it at its field. */
export const withoutMissing = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? undefined]));
