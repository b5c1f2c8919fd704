import { z } from 'zod';
import { Id } from '#contract/kinds.ts';

/** What an archive may weigh when it comes in. */
export const LARGEST_ARCHIVE = 256 * 1024 * 1024;

/**
 * What came in. Nobody has a password yet; who had to be locked, because somebody here has the email, is named. Unless it is this installation's
 * `own`, made here and not changed since, everybody is locked until they are given a password.
 */
export const ClientImported = z
  .object({ client: Id, company_name: z.string(), people: z.int(), rows: z.int(), locked: z.array(z.string()), own: z.boolean() })
  .meta({ id: 'ClientImported' });
export type ClientImported = z.infer<typeof ClientImported>;
