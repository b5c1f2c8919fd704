import { z } from 'zod';

/**
 * How mails went lately. `failed`: the last that didn't go out, where none has gone out since. Its `error` is a word of ours (`SENDING_ERRORS`), or what the
 * mail server said, without anybody's address; `again_at`: when it is tried once more.
 */
export const LastMails = z
  .object({
    sent_at: z.string().nullable(),
    failed: z.object({ at: z.string(), error: z.string(), again_at: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'LastMails' });
export type LastMails = z.infer<typeof LastMails>;

export const OUTGOING_MAIL_PATH = 'dashboard/mail';

/** Mail of the whole installation, as its operator set it up: `sender` is empty where there is no mail server. */
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
