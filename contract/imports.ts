import { z } from 'zod';
import { FieldError } from './errors.ts';
import { Id } from './kinds.ts';
import { Version } from './resource.ts';

/** As many rows as one file may have. */
export const MOST_IMPORTED = 10_000;
/** As large as a file may be, in bytes. */
export const LARGEST_FILE = 5 * 1024 * 1024;

/**
 * Rows of a file, all or nothing. A row has the fields of the resource's `create`; a field that names another row may come as its id
 * (`stock`) or as its name (`stock_name`), as reads give both. With an `id` it changes that row; without, the living row of its farm
 * with the same name (where the resource has such names), else it is new; `id: null` says that it is new. What a row doesn't name
 * stays as it is, `null` or an empty text empties it. A moment without an offset is the farm's own time.
 */
export const ImportBody = z.object({
  /** The farm of rows that name none; rows of other farms are then refused. */
  farm: Id.optional(),
  /** Only tells what would happen, with what is wrong as `errors` of the answer. */
  dry_run: z.boolean().default(false),
  rows: z
    .array(z.record(z.string().max(100), z.unknown()))
    .min(1)
    .max(MOST_IMPORTED),
});
export type ImportBody = z.output<typeof ImportBody>;

export const ImportAction = z.enum(['create', 'update', 'same', 'wrong']);
export type ImportAction = z.output<typeof ImportAction>;

/** A new row that looks as if it were there already, in what is stored or earlier in the file. It is told, and refused nowhere. */
export const ImportRepeat = z.enum(['stored', 'file']);
export type ImportRepeat = z.output<typeof ImportRepeat>;

/** A field far off what is usual for its row. It is told, and refused nowhere. */
export const ImportUnusual = z.object({ field: z.string(), usual: z.number() });
export type ImportUnusual = z.output<typeof ImportUnusual>;

/** What becomes of a row. `before` holds the fields that change as they are now, names rather than ids. */
export const ImportedRow = z.object({
  action: ImportAction,
  id: Id.nullable(),
  version: Version.nullable(),
  before: z.record(z.string(), z.unknown()),
  /** Only a dry run tells. */
  repeats: ImportRepeat.nullable(),
  /** Only a dry run tells. */
  unusual: z.array(ImportUnusual),
});
export type ImportedRow = z.output<typeof ImportedRow>;

/** `errors` by row and field: `rows.3.price`. Only a dry run answers with any: otherwise they are the refusal's. */
export const Imported = z
  .object({
    created: z.int(),
    updated: z.int(),
    same: z.int(),
    rows: z.array(ImportedRow),
    errors: z.record(z.string(), z.array(FieldError)),
  })
  .meta({ id: 'Imported' });
export type Imported = z.output<typeof Imported>;
