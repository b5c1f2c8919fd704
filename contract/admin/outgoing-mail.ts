import { z } from 'zod';
import { LastMails } from '#contract/reports/sendings.ts';

/** `dashboard/mail/`: mail of the whole installation, as its operator set it up: `sender` is empty where there is no mail server. */
export const OutgoingMail = z
  .object({
    available: z.boolean(),
    sender: z.string(),
    last: LastMails,
    /** How many wait for their turn, and since when the first of them does. */
    waiting: z.int(),
    oldest_at: z.string().nullable(),
  })
  .meta({ id: 'OutgoingMail' });
export type OutgoingMail = z.infer<typeof OutgoingMail>;
