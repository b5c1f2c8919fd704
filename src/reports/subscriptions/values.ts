import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { isMonthly } from '#contract/operations/blanks.ts';
import { isOffered, reportNamed } from '#contract/reports/index.ts';
import { SENDING_TURNS, sendingFormats, sendingPeriods, type subscriptions } from '#contract/reports/subscriptions.ts';
import type { RowOf } from '#contract/resource.ts';
import type { SavedFilter } from '#src/core/report/saved/saved-filters.ts';

export type Subscription = RowOf<typeof subscriptions>;

/** A saved filter to subscribe to. */
export type Sendable = Pick<SavedFilter, 'id' | 'report_type' | 'filters'>;

interface Fallback {
  saved: Sendable | null;
  language: Language;
  /** True if there is a mail server. */
  email: boolean;
}

const allowed = <T>(value: T, of: readonly T[]): T => (of.includes(value) ? value : (of[0] ?? value));

type Turn = Pick<Subscription, 'every' | 'period'>;
/** Default days of each frequency: those since the last sending. */
const DAYS_OF_TURN = { day: 'yesterday', week: 'last_week', month: 'last_month' } as const satisfies Record<Turn['every'], Turn['period']>;

/** Changes the frequency; the days follow, unless others were chosen or the report doesn't have them. */
export function turned(type: string, { every, period }: Turn, next: Turn['every']): Turn {
  const follow = period === DAYS_OF_TURN[every] && sendingPeriods(type).includes(DAYS_OF_TURN[next]);
  return { every: next, period: follow ? DAYS_OF_TURN[next] : period };
}

/** Frequency of a filter saved with a period: once per period. */
function kept({ report_type, filters }: Sendable): Turn | undefined {
  const period = sendingPeriods(report_type).find((one) => one === filters.period);
  if (!period) return undefined;
  return { period, every: SENDING_TURNS.find((turn) => DAYS_OF_TURN[turn] === period) ?? 'day' };
}

/**
 * Settings for a saved filter: its days, and the former ones if its type allows them. A monthly form is sent each month for the previous
 * one.
 */
export function suited(saved: Sendable, now: Turn & Pick<Subscription, 'format' | 'language'>) {
  const type = saved.report_type;
  const { format, language, period, every } = { ...now, ...kept(saved) };
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

/** Parses typed addresses: several in a row from a phone, or with names from a mail program. */
export const addressesOf = (typed: readonly string[]): string[] => [
  ...new Set(
    typed
      .flatMap((one) => one.split(/[,;\n]/))
      .flatMap((one) => /<([^<>]+)>/.exec(one)?.[1]?.trim() ?? one.split(/\s+/))
      .filter(Boolean),
  ),
];

/** The form's values; by default daily at six for the previous day. */
export function subscriptionValues(subscription: Subscription | null, { saved, language, email }: Fallback) {
  const values = {
    ...common(subscription, { language, email }),
    saved: subscription?.saved ?? saved?.id ?? null,
  };
  return !subscription && saved ? { ...values, ...suited(saved, values) } : values;
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
  units: subscription?.units ?? '',
  clock: subscription?.clock ?? '',
  period: subscription?.period ?? ('yesterday' as Subscription['period']),
  active: subscription?.active ?? true,
  link_days: (subscription?.link_days ?? 30) as number | null,
  version: subscription?.version,
});
export type SubscriptionValues = ReturnType<typeof subscriptionValues>;

/** The request's body; the server reports missing values at their fields. */
export const subscriptionBody = ({ saved, link_days, units, clock, ...rest }: SubscriptionValues) => ({
  ...rest,
  units: units || null,
  clock: clock || null,
  saved: saved ?? undefined,
  link_days: link_days ?? undefined,
});
