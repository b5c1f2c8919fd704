import type { Language } from '#contract/kinds.ts';
import { LANGUAGE_CURRENCIES } from '#contract/words.ts';

export const LOCALES: Record<Language, string> = {
  uk: 'uk-UA',
  ru: 'ru-RU',
  // International English; American has its own language.
  en: 'en-001',
  pl: 'pl-PL',
  nl: 'nl-NL',
  de: 'de-DE',
  fr: 'fr-FR',
  it: 'it-IT',
  ro: 'ro-RO',
  us: 'en-US',
  et: 'et-EE',
};

/** The first currency of a new client of this language. Shown money always has the client's own currency. */
export const currencyOf = (language: Language) => LANGUAGE_CURRENCIES[language];

/** The symbol if no client is in view. */
export const NO_CURRENCY = '¤';

const cache = new Map<string, Intl.NumberFormat>();

/** Cached, because creating an Intl object costs a thousand times its use. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = cache.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    cache.set(key, format);
  }
  return format;
}

/** The locale's pattern of a date in numbers, for example `dd.MM.yyyy`: the order in which dates are typed and read. */
export const datePattern = memo((language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(0)
    .map((part) => ({ day: 'dd', month: 'MM', year: 'yyyy' })[part.type as string] ?? part.value)
    .join(''),
);

export const decimalMark = memo(
  (language: Language): string =>
    numberFormat(LOCALES[language], {})
      .formatToParts(1.5)
      .find((part) => part.type === 'decimal')!.value,
);

/** The space between a number and its percent sign in these languages; the others have none. */
export const percentGap = (language: Language): string => (['uk', 'ru', 'de', 'fr'].includes(language) ? '\u00a0' : '');

/** The mark between groups of thousands. */
export const groupMark = memo(
  (language: Language): string =>
    numberFormat(LOCALES[language], {})
      .formatToParts(1_234_567)
      .find((part) => part.type === 'group')!.value,
);

export interface CurrencyStyle {
  symbol: string;
  /** True if the symbol is before the number. */
  before: boolean;
  /** The text between the symbol and the number. */
  gap: string;
}

/** Writes an invalid currency code as it is, instead of failing the screen. */
export function currencyStyle(language: Language, currency: string): CurrencyStyle {
  if (!/^[A-Z]{3}$/i.test(currency)) return { symbol: currency, before: false, gap: '\u00a0' };
  const parts = numberFormat(LOCALES[language], { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(1);
  const at = parts.findIndex((part) => part.type === 'currency');
  return { symbol: parts[at]!.value, before: at === 0, gap: parts.find((part) => part.type === 'literal')?.value ?? '' };
}

function memo(make: (language: Language) => string): (language: Language) => string {
  const made = new Map<Language, string>();
  return (language) => {
    let value = made.get(language);
    if (value === undefined) {
      value = make(language);
      made.set(language, value);
    }
    return value;
  };
}
