import { z } from 'zod';
import { Id } from '#contract/kinds.ts';

/** Max size of an imported archive in bytes. */
export const LARGEST_ARCHIVE = 256 * 1024 * 1024;

/** A row of an older archive that got a number, because an earlier row has the same name in another spelling. */
const RenamedRow = z.object({ table: z.string(), id: Id, name: z.string(), becomes: z.string() });
export type RenamedRow = z.infer<typeof RenamedRow>;

/**
 * An imported archive. Nobody has a password yet. People are locked if their email exists here, and are named. If the archive isn't this
 * installation's `own`, unchanged one, all people are locked until they get a password.
 */
export const ClientImported = z
  .object({
    client: Id,
    company_name: z.string(),
    people: z.int(),
    rows: z.int(),
    locked: z.array(z.string()),
    own: z.boolean(),
    renamed: z.array(RenamedRow),
  })
  .meta({ id: 'ClientImported' });
export type ClientImported = z.infer<typeof ClientImported>;
