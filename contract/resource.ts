import { z } from 'zod';
import { Id, IdText } from './kinds.ts';
import type { ResourceId } from './resource-ids.ts';
import type { Guarded } from './rights.ts';

/**
 * One REST resource as both sides know it. `row` is what a read returns, `create` what a POST takes; a PUT takes any
 * part of `create` and the row's `version`. `path` stands under `/api/`.
 */
export interface Resource<
  Row extends z.ZodObject = z.ZodObject,
  Create extends z.ZodObject = z.ZodObject,
  Filters extends z.ZodRawShape = z.ZodRawShape,
> extends Guarded {
  id: ResourceId;
  /** Its name, where it isn't the resource itself but another list of it. */
  view?: string;
  path: string;
  row: Row;
  create: Create;
  update: z.ZodObject;
  /** Query parameters of its list beside paging, `ordering` and `search`. */
  filters: Filters;
  /** A delete is for good: there is no `POST {id}/restore/`. */
  final?: true;
  /** Columns that `ordering` may name (`-` before one reverses it). */
  ordering: readonly string[];
}

/** What has rows at a path: a resource, or another list under its id, by whose changes it is fetched again. Of the log and of who is in history nobody tells. */
export interface Listed {
  id: ResourceId | 'activities' | 'history';
  path: string;
}

/** What a row says of each that it refers to: its number and its name. */
export const named = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.flatMap((name) => [[name, Id] as const, [`${name}_name`, z.string()] as const])) as {
    [K in N]: typeof Id;
  } & { [K in `${N}_name`]: z.ZodString };

export type RowOf<R extends Resource> = z.output<R['row']>;

/** Raised by each save; a PUT that gives a stale one is refused. */
export const Version = z.int().positive();

/** Completes a resource: `update` takes any part of `create`, without its defaults, and the row's `version`. */
export function defineResource<Row extends z.ZodObject, Create extends z.ZodObject, Filters extends z.ZodRawShape>(
  resource: Omit<Resource<Row, Create, Filters>, 'update' | 'filters'> & { filters: Filters },
): Resource<Row, Create, Filters> {
  // A default inside an optional field would fill in what a PUT didn't name.
  const parts = Object.entries(resource.create.shape).map(([name, field]) => {
    const inner = field instanceof z.ZodDefault ? field.def.innerType : field;
    return [name, z.optional(inner)] as const;
  });
  return { ...resource, update: z.object({ ...Object.fromEntries(parts), version: Version.optional() }) };
}

/** A list's paging and ordering; `page` from 1. */
export const ListQuery = z.object({
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  page_size: z.coerce.number().pipe(z.int().min(1).max(1000)).default(50),
  ordering: z.string().max(100).optional(),
  search: z.string().max(200).optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

/**
 * Ids or words in a query string: repeated, comma-joined or both; empty, `-1` and `null` are left out. Entries past `max` are refused before any
 * is read.
 */
const words = (max: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((value, context) => {
      const entries = [value ?? []].flat().flatMap((part) => part.split(','));
      if (entries.length > max) context.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: value });
      return entries.map((part) => part.trim()).filter((part) => part !== '' && part !== '-1' && part !== 'null');
    });

export const IdList = words(500).pipe(z.array(IdText));
export const listOf = <T extends z.ZodType<unknown, string>>(item: T) => words(100).pipe(z.array(item));
/** `true` or `false` in a query string. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** What a short list takes beside the parameters of its list: a larger page, and `deleted`, which selects the deleted rows or those that are not (the default). */
export const LiteQuery = z.object({
  page_size: z.coerce.number().pipe(z.int().min(1).max(1000)).default(1000),
  deleted: Flag.optional(),
});

/**
 * Settings of a refinement that demands `field` where others make it necessary. The refinement runs even if a field is wrong or missing, so that one answer names
 * all that is missing; its values may therefore be undefined.
 */
export const demanding = (field: string) => ({
  path: [field],
  error: 'required',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

/** What every success is wrapped in. */
export const one = <T extends z.ZodType>(data: T) => z.object({ data });
export const many = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), count: z.int() });
