import type { Language } from '../../../contract/kinds.ts';
import type { subscriptions } from '../../../contract/reports/subscriptions.ts';
import type { RowOf } from '../../../contract/resource.ts';

export type Subscription = RowOf<typeof subscriptions>;

interface Fallback {
  /** The saved filter that is to go out. */
  saved: number | null;
  language: Language;
  /** There is a mail server. */
  email: boolean;
}

/** The form's values; a new one goes out on working mornings as most want it: each day at six, of the day before. */
export const subscriptionValues = (subscription: Subscription | null, { saved, language, email }: Fallback) => ({
  saved: subscription?.saved ?? saved,
  way: subscription?.way ?? ((email ? 'email' : 'link') as Subscription['way']),
  recipients: subscription?.recipients ?? [],
  format: subscription?.format ?? ('xlsx' as Subscription['format']),
  every: subscription?.every ?? ('day' as Subscription['every']),
  weekday: subscription?.weekday ?? 1,
  month_day: subscription?.month_day ?? 1,
  hour: subscription?.hour ?? 6,
  language: subscription?.language ?? language,
  period: subscription?.period ?? ('yesterday' as Subscription['period']),
  active: subscription?.active ?? true,
  link_days: (subscription?.link_days ?? 30) as number | null,
  version: subscription?.version,
});
export type SubscriptionValues = ReturnType<typeof subscriptionValues>;

/** What is sent: what is still missing the server names at its field. */
export const subscriptionBody = ({ saved, link_days, ...rest }: SubscriptionValues) => ({
  ...rest,
  saved: saved ?? undefined,
  link_days: link_days ?? undefined,
});
