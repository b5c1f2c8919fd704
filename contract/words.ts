/*
 * Fixed lists of words. They stand apart from the schemas, so that a screen which only names them loads no zod.
 */

/**
 * Value kinds: what a number or text means, wherever it stands. Screen, Excel and PDF format by kind,
 * never by cell. Weights are kilograms, money is the farm's currency, durations are seconds,
 * percentages are 0–100, instants are ISO-8601 with offset, dates are `YYYY-MM-DD` in the farm's timezone.
 */
export const KINDS = [
  'weight', // kg
  'percent', // 0–100
  'money',
  'price', // money per kg
  'date', // YYYY-MM-DD in the farm's timezone
  'month', // its first day
  'time', // HH:mm[:ss] in the farm's timezone
  'datetime', // ISO-8601 instant
  'duration', // seconds
  'count',
  'text',
  'status', // a loading status
  'ratio', // a plain number
] as const;
export type Kind = (typeof KINDS)[number];

export const LOADING_STATUSES = ['waited', 'in_process', 'loaded', 'out_process', 'uploaded'] as const;

export const LANGUAGES = ['uk', 'ru', 'en', 'pl', 'nl', 'de', 'fr', 'it', 'ro', 'us', 'et'] as const;

/** What a client's money may be, and what it is by language unless somebody says otherwise. */
export const CURRENCIES = [
  ...(['UAH', 'USD', 'EUR', 'PLN', 'KZT'] as const),
  // What else the readers of these languages are paid in.
  ...(['RON', 'GBP', 'CHF', 'CZK', 'HUF', 'SEK', 'NOK', 'DKK', 'MDL', 'CAD'] as const),
] as const;
export const LANGUAGE_CURRENCIES: Record<(typeof LANGUAGES)[number], (typeof CURRENCIES)[number]> = {
  uk: 'UAH',
  ru: 'KZT',
  en: 'USD',
  pl: 'PLN',
  nl: 'EUR',
  de: 'EUR',
  fr: 'EUR',
  it: 'EUR',
  ro: 'EUR',
  us: 'USD',
  et: 'EUR',
};

export const UNITS = ['kg', 'lb'] as const;
export const CLOCKS = ['24', '12'] as const;
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const;

/** How weights and times are written and weeks begin: settings of a client, and of an account where its own are to differ. */
export interface Conventions {
  units: (typeof UNITS)[number];
  clock: (typeof CLOCKS)[number];
  week_start: (typeof WEEK_STARTS)[number];
}
/** An account's own; null or left out = as the client's. */
export type OwnConventions = { [K in keyof Conventions]?: Conventions[K] | null };

/** What a language begins with. Nothing but this asks whether it is the American one. */
export const firstConventions = (language: (typeof LANGUAGES)[number]): Conventions =>
  language === 'us' ? { units: 'lb', clock: '12', week_start: 'sunday' } : { units: 'kg', clock: '24', week_start: 'monday' };

/** Each convention of the first that has one; outside of any client, kilograms, 24 hours and Monday. */
export function conventionsOf(...sources: readonly (OwnConventions | null | undefined)[]): Conventions {
  const first = <K extends keyof Conventions>(name: K) => sources.find((source) => source?.[name])?.[name];
  return { units: first('units') ?? 'kg', clock: first('clock') ?? '24', week_start: first('week_start') ?? 'monday' };
}

export const DEFAULT_LANGUAGE: (typeof LANGUAGES)[number] = 'uk';
export const DEFAULT_TIMEZONE = 'UTC';
