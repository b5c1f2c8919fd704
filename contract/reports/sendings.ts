import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';

/** Why mails stopped: the author or client is locked, lost the right, or the report can't be made with these filters. */
export const STOP_REASONS = ['locked', 'no_rights', 'cannot_be_made'] as const;
export type StopReason = (typeof STOP_REASONS)[number];
/** `held` lasts until the recipient has confirmed the address. */
export const SENDING_STATES = ['waiting', 'held', 'sent', 'failed'] as const;
export const SendingState = z.enum(SENDING_STATES);

/** One mail of the outbox. `error` is a code (`STOP_REASONS`, `SENDING_ERRORS`), or the mail server's answer. */
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
 * State of the latest mails. `failed` is the last failure, if no mail was sent since. Its `error` is a code (`SENDING_ERRORS`), or the mail
 * server's answer without addresses; `again_at` is the next attempt.
 */
export const LastMails = z
  .object({
    sent_at: z.string().nullable(),
    failed: z.object({ at: z.string(), error: z.string(), again_at: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'LastMails' });
export type LastMails = z.infer<typeof LastMails>;
