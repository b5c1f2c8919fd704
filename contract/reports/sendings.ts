import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';

/** Why nothing goes out any more: its author or client is locked, may no longer see it, or the report can't be made of these filters. */
export const STOP_REASONS = ['locked', 'no_rights', 'cannot_be_made'] as const;
export type StopReason = (typeof STOP_REASONS)[number];
/** `held`: until its recipient has confirmed the address. */
export const SENDING_STATES = ['waiting', 'held', 'sent', 'failed'] as const;
export const SendingState = z.enum(SENDING_STATES);

/** One mail of the outbox. `error` is a word of ours (`STOP_REASONS`, `SENDING_ERRORS`), or what the mail server said. */
export const Sending = z
  .object({
    id: Id,
    recipient: z.string(),
    due_at: z.string(),
    from_day: Day,
    to_day: Day,
    state: SendingState,
    attempts: z.int(),
    next_attempt_at: z.string().nullable(),
    sent_at: z.string().nullable(),
    error: z.string(),
  })
  .meta({ id: 'ReportSending' });
export type Sending = z.infer<typeof Sending>;
export const SENDING_ERRORS = [
  ...STOP_REASONS,
  'daily_bound',
  'declined',
  'too_large',
  'no_mail',
  'interrupted',
  'unreachable',
  'no_entry',
  'not_made',
] as const;
export type SendingError = (typeof SENDING_ERRORS)[number];

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
