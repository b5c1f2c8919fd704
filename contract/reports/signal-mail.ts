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
  /** Of a digest, by the clock of each farm. */
  hour: z.int().min(0).max(23),
  /** Empty: all that the person sees. */
  rules: z.array(SignalRuleName).max(50).refine(unique),
  farms: z.array(Id).max(500).refine(unique),
  /** What signals are to cost at least, in the client's currency; null: those without money, too. */
  money_from: z.number().positive('min_val').max(99_999_999).multipleOf(0.01).nullable(),
  /** Between these two by the clock of each farm nothing is sent; it goes out when they end. Both or neither. */
  quiet_from: TimeOfDay.nullable(),
  quiet_to: TimeOfDay.nullable(),
};

/** `user/signalmail/`: what of a client's signals comes to the caller's own address, which is asked first as any other is. */
export const SIGNAL_MAIL_PATH = 'user/signalmail';

/** A person's own, in each client that they see: as it was saved last, or `none`. `version` is 0 until it was. */
export const SignalMail = z
  .object({
    ...settings,
    /** Where it goes, and what its owner has said; null until they were asked. */
    email: z.string(),
    address: z.enum(ADDRESS_STATES).nullable(),
    /** Whether this installation can send mail. */
    available: z.boolean(),
    /** How the caller's mails of signals went lately, and the one that asks the address. */
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
