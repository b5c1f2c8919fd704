import type { SIGNAL_MAIL_PATH, SignalMail } from '#contract/reports/signal-mail.ts';
import type { SignalRule } from '#contract/reports/signal-words.ts';

/** A copy, because importing the contract would also load the contract of subscriptions. */
export const MAIL_PATH: typeof SIGNAL_MAIL_PATH = 'user/signalmail';

/** The form's values from a person's settings; selects use texts. */
export const mailValues = ({ mode, hour, rules, farms, money_from, quiet_from, quiet_to, version }: SignalMail) => ({
  mode,
  hour,
  rules: rules as string[],
  farms: farms.map(String),
  money_from,
  quiet: quiet_from !== null,
  quiet_from: (quiet_from ?? FIRST_QUIET.from).slice(0, 5),
  quiet_to: (quiet_to ?? FIRST_QUIET.to).slice(0, 5),
  version,
});
export type MailValues = ReturnType<typeof mailValues>;

/** Initial quiet times: a night. */
const FIRST_QUIET = { from: '21:00', to: '06:00' } as const;

export const mailBody = ({ quiet, quiet_from, quiet_to, farms, rules, ...values }: MailValues) => ({
  ...values,
  rules: rules as SignalRule[],
  farms: farms.map(Number),
  quiet_from: quiet ? quiet_from : null,
  quiet_to: quiet ? quiet_to : null,
});
