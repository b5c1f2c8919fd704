import { z } from 'zod';
import { Id, IdText } from './kinds.ts';
import type { ResourceId } from './resource-ids.ts';
import type { Guarded } from './rights.ts';

/**
 * A REST resource for both sides. `row` is the result of a read, `create` the input of POST; PUT accepts any part of `create` and the row's
 * `version`. `path` is relative to `/api/`.
 */
export interface Resource<
  Row extends z.ZodObject = z.ZodObject,
  Create extends z.ZodObject = z.ZodObject,
  Filters extends z.ZodRawShape = z.ZodRawShape,
> extends Guarded {
  id: ResourceId;
  /** The name of a second list of the resource. */
  view?: string;
  path: string;
  row: Row;
  create: Create;
  update: z.ZodObject;
  /** Query parameters of the list, in addition to paging, `ordering` and `search`. */
  filters: Filters;
  /** A delete is final: `POST {id}/restore/` doesn't exist. */
  final?: true;
  /** Columns for `ordering` (`-` reverses one). */
  ordering: readonly string[];
}

/**
 * A list with a path: a resource, or another list under its id, refetched after the resource's changes. The activity log and the history's
 * people have no events.
 */
export interface Listed {
  id: ResourceId | 'activities' | 'history';
  path: string;
}

/** A reference in a row: its id and name. */
export const named = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.flatMap((name) => [[name, Id] as const, [`${name}_name`, z.string()] as const])) as {
    [K in N]: typeof Id;
  } & { [K in `${N}_name`]: z.ZodString };

export type RowOf<R extends Resource> = z.output<R['row']>;

/** Raised by each save. A PUT with a stale version is refused. */
export const Version = z.int().positive();

/** Completes a resource: `update` accepts any part of `create`, without its defaults, and the row's `version`. */
export function defineResource<Row extends z.ZodObject, Create extends z.ZodObject, Filters extends z.ZodRawShape>(
  resource: Omit<Resource<Row, Create, Filters>, 'update' | 'filters'> & { filters: Filters },
): Resource<Row, Create, Filters> {
  // A default inside an optional field would fill in fields that a PUT omits.
  const parts = Object.entries(resource.create.shape).map(([name, field]) => {
    const inner = field instanceof z.ZodDefault ? field.def.innerType : field;
    return [name, z.optional(inner)] as const;
  });
  return { ...resource, update: z.object({ ...Object.fromEntries(parts), version: Version.optional() }) };
}

/** Paging and ordering of a list; `page` starts at 1. */
export const ListQuery = z.object({
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  page_size: z.coerce.number().pipe(z.int().min(1).max(1000)).default(50),
  ordering: z.string().max(100).optional(),
  search: z.string().max(200).optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

/**
 * Ids or words in a query string: repeated, comma-separated or both. Empty entries, `-1` and `null` are ignored. More than `max` entries
 * are refused before any is read.
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

/**
 * Parameters of a short list in addition to those of its list: a larger page, and `deleted`, which selects deleted rows instead of the
 * others.
 */
export const LiteQuery = z.object({
  page_size: z.coerce.number().pipe(z.int().min(1).max(1000)).default(1000),
  deleted: Flag.optional(),
});

/**
 * Settings of a refinement that requires `field` depending on other fields. It runs even if fields are wrong or missing, so that one answer
 * names all missing ones; its values may be undefined.
 */
export const demanding = (field: string) => ({
  path: [field],
  error: 'required',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

/** The envelope of every success. */
export const one = <T extends z.ZodType>(data: T) => z.object({ data });
export const many = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), count: z.int() });
