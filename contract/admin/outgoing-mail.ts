import { z } from 'zod';
import { LastMails } from '#contract/reports/sendings.ts';

/** `dashboard/mail/`: mail of the whole installation. `sender` is empty without a mail server. */
export const OutgoingMail = z
  .object({
    available: z.boolean(),
    sender: z.string(),
    last: LastMails,
    /** Number of waiting mails, and the time since which the oldest waits. */
    waiting: z.int(),
    oldest_at: z.string().nullable(),
  })
  .meta({ id: 'OutgoingMail' });
export type OutgoingMail = z.infer<typeof OutgoingMail>;
