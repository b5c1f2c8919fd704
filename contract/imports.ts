import { z } from 'zod';
import { FieldError } from './errors.ts';
import { Day, Id } from './kinds.ts';
import { Version } from './resource.ts';
import { RESOURCE_IDS } from './resource-ids.ts';

/** Max rows of one file. */
export const MAX_IMPORTED = 10_000;
/** Max size of a file in bytes. */
export const LARGEST_FILE = 5 * 1024 * 1024;

/**
 * Rows of a file, all or nothing. A row has the fields of `create`; references may be ids (`stock`) or names (`stock_name`), as reads
 * return both. A row with `id` changes that row; `id: null` is new; otherwise a unique name on the farm decides. Omitted fields stay
 * unchanged, `null` or an empty text empties them. Moments without an offset are farm time.
 */
export const ImportBody = z.object({
  /** The farm of rows that name none. Rows of other farms are then refused. */
  farm: Id.optional(),
  /** Only reports the effect, with faults as `errors` of the answer. */
  dry_run: z.boolean().default(false),
  rows: z
    .array(z.record(z.string().max(100), z.unknown()))
    .min(1)
    .max(MAX_IMPORTED),
});
export type ImportBody = z.output<typeof ImportBody>;

export const ImportAction = z.enum(['create', 'update', 'same', 'wrong']);
export type ImportAction = z.output<typeof ImportAction>;

/** A new row that looks like a stored one, or like an earlier row of the file. Reported, never refused. */
export const ImportRepeat = z.enum(['stored', 'file']);
export type ImportRepeat = z.output<typeof ImportRepeat>;

/** A field far from its usual value: that value, or the day of the farm's first entry. Reported, never refused. */
export const ImportUnusual = z.object({ field: z.string(), usual: z.union([z.number(), Day]) });
export type ImportUnusual = z.output<typeof ImportUnusual>;

/** The effect on a row. `before` contains the present values of changed fields, with names instead of ids. */
export const ImportedRow = z.object({
  action: ImportAction,
  id: Id.nullable(),
  version: Version.nullable(),
  before: z.record(z.string(), z.unknown()),
  /** Only in a dry run. */
  repeats: ImportRepeat.nullable(),
  /** Only in a dry run. */
  unusual: z.array(ImportUnusual),
});
export type ImportedRow = z.output<typeof ImportedRow>;

/** Max unmatched names in an answer; `errors` contains all refusals. */
export const MAX_UNMATCHED = 500;

/**
 * A name that matches no row of `resource` on `farm`, or several rows. `farm` is null if the rows belong to no farm. `places` are the
 * row and the field of each use: `3.company`, `3.items.0.ingredient`.
 */
export const UnmatchedName = z.object({
  resource: z.enum(RESOURCE_IDS),
  farm: Id.nullable(),
  name: z.string(),
  isAmbiguous: z.boolean(),
  places: z.array(z.string()),
});
export type UnmatchedName = z.output<typeof UnmatchedName>;

/** `errors` by row and field: `rows.3.price`. Only a dry run answers with errors; otherwise they are in the refusal. */
export const Imported = z
  .object({
    created: z.int(),
    updated: z.int(),
    same: z.int(),
    rows: z.array(ImportedRow),
    errors: z.record(z.string(), z.array(FieldError)),
    /** The names behind errors of references. */
    unmatched: z.array(UnmatchedName),
  })
  .meta({ id: 'Imported' });
export type Imported = z.output<typeof Imported>;

/** A person's choices for the columns of a file: by heading the field, null to leave the column out, and a unit. Headings are in the file's order. */
export const ImportColumns = z
  .object({
    headings: z.array(z.string().max(500)).min(1).max(500),
    choices: z.record(z.string().max(500), z.object({ field: z.string().max(100).nullable(), unit: z.string().max(40).optional() })),
  })
  .meta({ id: 'ImportColumns' });
export type ImportColumns = z.output<typeof ImportColumns>;
