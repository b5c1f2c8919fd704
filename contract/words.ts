/* Fixed lists of words. They are separate from the schemas, so that a screen that only names them doesn't load zod. */

/**
 * Value kinds: the meaning of a number or text. Screen, Excel and PDF format by kind, never by cell. Weights are kilograms, money has the
 * client's currency, durations are seconds, percentages 0–100, instants ISO-8601 with offset, dates `YYYY-MM-DD` at the farm.
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

/** Possible currencies of a client, and the default by language. */
export const CURRENCIES = [
  ...(['UAH', 'USD', 'EUR', 'PLN', 'KZT'] as const),
  // Other currencies of the readers of these languages.
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

/** Weight unit, clock and first day of the week: settings of a client, and optionally of an account. */
export interface Conventions {
  units: (typeof UNITS)[number];
  clock: (typeof CLOCKS)[number];
  week_start: (typeof WEEK_STARTS)[number];
}
/** An account's own settings; null or omitted for the client's. */
export type OwnConventions = { [K in keyof Conventions]?: Conventions[K] | null };

/** Initial settings of a language. The only place that checks for American English. */
export const firstConventions = (language: (typeof LANGUAGES)[number]): Conventions =>
  language === 'us' ? { units: 'lb', clock: '12', week_start: 'sunday' } : { units: 'kg', clock: '24', week_start: 'monday' };

/** The first source with each setting decides; without any, kilograms, 24 hours and Monday. */
export function conventionsOf(...sources: readonly (OwnConventions | null | undefined)[]): Conventions {
  const first = <K extends keyof Conventions>(name: K) => sources.find((source) => source?.[name])?.[name];
  return { units: first('units') ?? 'kg', clock: first('clock') ?? '24', week_start: first('week_start') ?? 'monday' };
}

export const DEFAULT_LANGUAGE: (typeof LANGUAGES)[number] = 'uk';
export const DEFAULT_TIMEZONE = 'UTC';

/** Value of a kilogram: its price at the move, its present average in stock, its present list price, first in first out. The first is the default. */
export const PRICE_BASES = ['moment', 'average', 'today', 'fifo'] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];
