import { z } from 'zod';
import type { FieldError } from '#contract/errors.ts';
import { Instant } from '#contract/kinds.ts';
import { ApiError, fieldError, fromZod } from '#server/platform/errors.ts';

/** Max ms that a moment may be ahead of the server's clock, because a device's clock may be wrong by hours. */
const MAX_AHEAD_MS = 86_400_000;

type Path = readonly string[];
/** Represents each index of a list. */
const EACH = '*';
const known = new WeakMap<z.ZodType, readonly Path[]>();

/** The paths of the moments (`Instant`) in a schema's values. */
export function momentPaths(schema: z.ZodType): readonly Path[] {
  let paths = known.get(schema);
  if (!paths) {
    paths = findMoments(schema);
    known.set(schema, paths);
  }
  return paths;
}

function findMoments(schema: z.ZodType): Path[] {
  if (schema === Instant) return [[]];
  const within = (name: string, inner: z.core.$ZodType) => findMoments(inner as z.ZodType).map((path) => [name, ...path]);
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => within(name, field));
  if (schema instanceof z.ZodArray) return within(EACH, schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => findMoments(option as z.ZodType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findMoments(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? findMoments(schema.in as z.ZodType) : [];
}

/** An error at each moment of the input that is more than a day ahead of `now`, by field: records are about the past. */
function lateMoments(schema: z.ZodType, input: unknown, now: Date): Record<string, FieldError[]> {
  const latest = now.getTime() + MAX_AHEAD_MS;
  const values = momentPaths(schema).flatMap((path) => valuesAt(input, path));
  const late = values.filter(({ value }) => typeof value === 'string' && Date.parse(value) > latest);
  return Object.fromEntries(late.map(({ field }) => [field, [fieldError('too_large', { limit: new Date(latest).toISOString() })]]));
}

/** The values at a path, each with the name of its field. */
function valuesAt(value: unknown, [name, ...rest]: Path, field: readonly string[] = []): { field: string; value: unknown }[] {
  if (name === undefined) return [{ field: field.join('.'), value }];
  if (typeof value !== 'object' || value === null) return [];
  if (name !== EACH) return valuesAt(Reflect.get(value, name), rest, [...field, name]);
  return Array.isArray(value) ? value.flatMap((item, index) => valuesAt(item, rest, [...field, String(index)])) : [];
}

/** The input in the schema's form, or a refusal that names every wrong field, including moments too far ahead. */
export function readInput(schema: z.ZodType, input: unknown, now: Date): { data: unknown; refusal: ApiError | null } {
  const { success, data, error } = schema.safeParse(input);
  const errors = { ...lateMoments(schema, input, now), ...(success ? {} : fromZod(error, input).errors) };
  return { data, refusal: Object.keys(errors).length > 0 ? new ApiError(400, errors) : null };
}
