import { z } from 'zod';
import { FieldError } from './errors.ts';
import { Id } from './kinds.ts';
import { RESOURCE_IDS } from './resource-ids.ts';

/** Asks that `by` take the place of a row wherever this is in use. `dry` only tells what would change. */
export const ReplaceEverywhere = z.object({ by: Id, dry: z.boolean().default(false) });
export type ReplaceEverywhere = z.output<typeof ReplaceEverywhere>;

/** What a replacement changes, by resource; whether the old row is deleted after it, and else what keeps it. */
export const Replaced = z
  .object({
    changes: z.array(z.object({ resource: z.enum(RESOURCE_IDS), count: z.int() })),
    deleted: z.boolean(),
    kept: z.array(FieldError),
  })
  .meta({ id: 'Replaced' });
export type Replaced = z.output<typeof Replaced>;
