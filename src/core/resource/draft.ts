import type { z } from 'zod';
import type { Resource, RowOf } from '#contract/resource.ts';

/** A field of other programs, which no form of a row contains: a save keeps it. */
const OF_PROGRAMS = 'external_ids';
type Entered<R extends Resource> = Omit<z.output<R['create']>, typeof OF_PROGRAMS>;
/** A form's values of a resource while it is filled in: texts are never missing unless the contract allows it, other values may be. */
export type Draft<R extends Resource> = { [Key in keyof Entered<R>]-?: DraftOf<Entered<R>[Key]> } & {
  version: number | undefined;
};
type DraftOf<V> = string extends V ? (null extends V ? string | null : string) : NonNullable<V> | null;

const unwrapped = (field: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = field._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? unwrapped(innerType) : field;
};

/** Initial value of a new row's field: the contract's default, otherwise empty. */
function getInitialValue(field: z.core.$ZodType): unknown {
  const { type, defaultValue, innerType } = field._zod.def as { type: string; defaultValue?: unknown; innerType?: z.core.$ZodType };
  if (type === 'default') return defaultValue;
  if (innerType) return type === 'nullable' ? null : getInitialValue(innerType);
  return type === 'string' ? '' : null;
}

/** Initial form values of a row; without one, of a new row. */
export function draftOf<R extends Resource>(resource: R, row: RowOf<R> | null): Draft<R> {
  const from = (row ?? {}) as Record<string, unknown>;
  const fields = Object.entries<z.core.$ZodType>(resource.create.shape).filter(([key]) => key !== OF_PROGRAMS);
  return {
    ...Object.fromEntries(fields.map(([key, field]) => [key, from[key] ?? getInitialValue(field)])),
    version: from.version,
  } as Draft<R>;
}

/** The contract's rules for a text: required or not, and max length. */
export function textRules(resource: Resource, key: string): { required: boolean; maxLength: number | undefined } {
  const bag = unwrapped(resource.create.shape[key] as z.core.$ZodType)._zod.bag as { minimum?: number; maximum?: number };
  return { required: (bag.minimum ?? 0) > 0, maxLength: bag.maximum };
}

/** Values to send. Missing ones are omitted, so that the server names them at their field. */
export const withoutMissing = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? undefined]));
