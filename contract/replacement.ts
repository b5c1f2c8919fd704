import { z } from 'zod';
import { FieldError } from './errors.ts';
import { Id } from './kinds.ts';
import { RESOURCE_IDS } from './resource-ids.ts';

/** Replaces a row by `by` in all its uses. `dry` only reports the changes. */
export const ReplaceEverywhere = z.object({ by: Id, dry: z.boolean().default(false) });
export type ReplaceEverywhere = z.output<typeof ReplaceEverywhere>;

/** Changes of a replacement by resource, and whether the old row is deleted, or the reason why it stays. */
export const Replaced = z
  .object({
    changes: z.array(z.object({ resource: z.enum(RESOURCE_IDS), count: z.int() })),
    deleted: z.boolean(),
    kept: z.array(FieldError),
  })
  .meta({ id: 'Replaced' });
export type Replaced = z.output<typeof Replaced>;
