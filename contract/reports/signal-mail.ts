import { z } from 'zod';
import { Id, TimeOfDay } from '#contract/kinds.ts';
import { Version } from '#contract/resource.ts';
import { ADDRESS_STATES } from './mail-consent.ts';
import { LastMails } from './sendings.ts';
import { SIGNAL_MAIL_MODES } from './signal-words.ts';
import { SignalRuleName } from './signals.ts';

const Mode = z.enum(SIGNAL_MAIL_MODES);
const unique = <T>(values: readonly T[]) => new Set(values).size === values.length;

const settings = {
  mode: Mode,
  /** Hour of a digest by each farm's clock. */
  hour: z.int().min(0).max(23),
  /** Empty for all visible rules. */
  rules: z.array(SignalRuleName).max(50).refine(unique),
  farms: z.array(Id).max(500).refine(unique),
  /** Min cost of signals in the client's currency; null includes signals without money. */
  money_from: z.number().positive('min_val').max(99_999_999).multipleOf(0.01).nullable(),
  /** Quiet hours by each farm's clock; mails wait for their end. Both or neither. */
  quiet_from: TimeOfDay.nullable(),
  quiet_to: TimeOfDay.nullable(),
};

/** `user/signalmail/`: mails of a client's signals to the caller's own address, which must be confirmed like any other. */
export const SIGNAL_MAIL_PATH = 'user/signalmail';

/** A person's own settings in each visible client: as saved, or `none`. `version` is 0 before the first save. */
export const SignalMail = z
  .object({
    ...settings,
    /** The address and its owner's answer; null before the question. */
    email: z.string(),
    address: z.enum(ADDRESS_STATES).nullable(),
    /** True if this installation can send mail. */
    available: z.boolean(),
    /** State of the caller's latest signal mails, and of the question to the address. */
    last: LastMails,
    version: z.int().nonnegative(),
  })
  .meta({ id: 'SignalMail' });
export type SignalMail = z.infer<typeof SignalMail>;

export const SignalMailBody = z.object({
  mode: Mode,
  hour: settings.hour.default(6),
  rules: settings.rules.default([]),
  farms: settings.farms.default([]),
  money_from: settings.money_from.default(null),
  quiet_from: settings.quiet_from.default(null),
  quiet_to: settings.quiet_to.default(null),
  version: z.union([z.literal(0), Version]).optional(),
});
export type SignalMailBody = z.output<typeof SignalMailBody>;
