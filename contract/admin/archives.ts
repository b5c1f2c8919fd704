import { z } from 'zod';
import { Id } from '../kinds.ts';

/** What an archive may weigh when it comes in. */
export const LARGEST_ARCHIVE = 256 * 1024 * 1024;

/** What came in. Nobody has a password yet; who had to be locked, because somebody here has the email, is named. */
export const ClientImported = z
  .object({ client: Id, company_name: z.string(), people: z.int(), rows: z.int(), locked: z.array(z.string()) })
  .meta({ id: 'ClientImported' });
export type ClientImported = z.infer<typeof ClientImported>;
