import { LANGUAGES, type Language } from '../../../contract/kinds.ts';
import { isMonthly } from '../../../contract/operations/report-additional.ts';
import { isOffered, reportNamed } from '../../../contract/reports/index.ts';
import { sendingFormats, sendingPeriods, type subscriptions } from '../../../contract/reports/subscriptions.ts';
import type { RowOf } from '../../../contract/resource.ts';
import type { SavedFilter } from '../../core/report/saved-filters.ts';

export type Subscription = RowOf<typeof subscriptions>;

/** A saved filter that is to go out. */
export type Sendable = Pick<SavedFilter, 'id' | 'report_type'>;

interface Fallback {
  saved: Sendable | null;
  language: Language;
  /** There is a mail server. */
  email: boolean;
}

const allowed = <T>(value: T, of: readonly T[]): T => (of.includes(value) ? value : (of[0] ?? value));

/** What differs where a report of that type can't go out as it was: a form of a month goes out each month, of the one before. */
export function suited(type: string, { format, period, every, language }: Pick<Subscription, 'format' | 'period' | 'every' | 'language'>) {
  const definition = reportNamed(type);
  const monthly = isMonthly(type) && !sendingPeriods(type).includes(period);
  return {
    format: allowed(format, sendingFormats(type)),
    period: monthly ? ('last_month' as const) : period,
    every: monthly ? ('month' as const) : every,
    language: allowed(
      language,
      LANGUAGES.filter((one) => !definition || isOffered(definition, one)),
    ),
  };
}

/** The form's values; a new one goes out as most want it: each day at six, of the day before. */
export function subscriptionValues(subscription: Subscription | null, { saved, language, email }: Fallback) {
  const values = {
    ...common(subscription, { language, email }),
    saved: subscription?.saved ?? saved?.id ?? null,
  };
  return !subscription && saved ? { ...values, ...suited(saved.report_type, values) } : values;
}

const common = (subscription: Subscription | null, { language, email }: Omit<Fallback, 'saved'>) => ({
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
