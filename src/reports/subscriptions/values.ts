import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { isMonthly } from '#contract/operations/blanks.ts';
import { isOffered, reportNamed } from '#contract/reports/index.ts';
import { SENDING_TURNS, sendingFormats, sendingPeriods, type subscriptions } from '#contract/reports/subscriptions.ts';
import type { RowOf } from '#contract/resource.ts';
import type { SavedFilter } from '#src/core/report/saved/saved-filters.ts';

export type Subscription = RowOf<typeof subscriptions>;

/** A saved filter that is to go out. */
export type Sendable = Pick<SavedFilter, 'id' | 'report_type' | 'filters'>;

interface Fallback {
  saved: Sendable | null;
  language: Language;
  /** There is a mail server. */
  email: boolean;
}

const allowed = <T>(value: T, of: readonly T[]): T => (of.includes(value) ? value : (of[0] ?? value));

type Turn = Pick<Subscription, 'every' | 'period'>;
/** Of each turn the days since the last one. */
const DAYS_OF_TURN = { day: 'yesterday', week: 'last_week', month: 'last_month' } as const satisfies Record<Turn['every'], Turn['period']>;

/** With another turn the days follow, unless they were chosen otherwise or the report has no such. */
export function turned(type: string, { every, period }: Turn, next: Turn['every']): Turn {
  const follow = period === DAYS_OF_TURN[every] && sendingPeriods(type).includes(DAYS_OF_TURN[next]);
  return { every: next, period: follow ? DAYS_OF_TURN[next] : period };
}

/** A filter kept by days that move along goes out of these, as often as they are new. */
function kept({ report_type, filters }: Sendable): Turn | undefined {
  const period = sendingPeriods(report_type).find((one) => one === filters.period);
  if (!period) return undefined;
  return { period, every: SENDING_TURNS.find((turn) => DAYS_OF_TURN[turn] === period) ?? 'day' };
}

/** What a saved filter goes out as: by its own days, or as it was where its type can; a form of a month goes out each month, of the one before. */
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

/** Addresses as they come: in a row by a phone's keyboard, or with names from a mail program. */
export const addressesOf = (typed: readonly string[]): string[] => [
  ...new Set(
    typed
      .flatMap((one) => one.split(/[,;\n]/))
      .flatMap((one) => /<([^<>]+)>/.exec(one)?.[1]?.trim() ?? one.split(/\s+/))
      .filter(Boolean),
  ),
];

/** The form's values; a new one goes out as most want it: each day at six, of the day before. */
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

/** What is sent: what is still missing the server names at its field. */
export const subscriptionBody = ({ saved, link_days, units, clock, ...rest }: SubscriptionValues) => ({
  ...rest,
  units: units || null,
  clock: clock || null,
  saved: saved ?? undefined,
  link_days: link_days ?? undefined,
});
