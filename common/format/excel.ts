import type { Kind, Language } from '#contract/kinds.ts';
import type { Conventions } from '#contract/words.ts';
import { KIND_FORMATS } from './kinds.ts';
import { currencyStyle, datePattern, LOCALES, NO_CURRENCY } from './locale.ts';

export interface ExcelFormatOptions {
  language: Language;
  clock: Conventions['clock'];
  currency?: string;
  decimals?: number;
  /** For deviations: writes + before numbers above zero. */
  signed?: boolean;
}

/** Excel's number format, in Excel's own notation. Excel displays it by the reader's locale. */
export function excelFormat(kind: Kind, options: ExcelFormatOptions): string {
  const number = toNumberFormat(kind, options);
  return options.signed && KIND_FORMATS[kind].type === 'number' ? `+${number};-${number};${number}` : number;
}

function toNumberFormat(kind: Kind, { language, clock, currency, decimals }: ExcelFormatOptions): string {
  const date = language === 'en' ? 'd\\ mmm\\ yyyy' : datePattern(language).replace('MM', 'mm').replace(/[./-]/g, '\\$&');
  const time = clock === '12' ? 'h:mm AM/PM' : 'hh:mm';
  switch (KIND_FORMATS[kind].type) {
    case 'number':
      if (kind === 'money') return money(fixed(decimals ?? 2), language, currency || NO_CURRENCY);
      return fixed(decimals ?? KIND_FORMATS[kind].decimals[1]);
    case 'date':
      return kind === 'month' ? `[$-${LCID[LOCALES[language]] ?? '409'}]mmmm\\ yyyy` : date;
    case 'time':
      return time;
    case 'datetime':
      return `${date} ${time}`;
    case 'text':
    case 'status':
      return '@';
  }
}

const fixed = (decimals: number) => (decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0');

/** The code after the dash names the symbol's currency, so that Excel treats the cell as currency. */
function money(number: string, language: Language, currency: string): string {
  const { symbol, before, gap } = currencyStyle(language, currency);
  const sign = `[$${symbol}-${LCID[LOCALES[language]] ?? '409'}]`;
  const space = gap ? '\\ ' : '';
  return before ? `${sign}${space}${number}` : `${number}${space}${sign}`;
}

const LCID: Record<string, string> = {
  'uk-UA': '422',
  'ru-RU': '419',
  'pl-PL': '415',
  'en-US': '409',
  'en-001': '809',
  'et-EE': '425',
  'nl-NL': '413',
  'de-DE': '407',
  'fr-FR': '40C',
  'it-IT': '410',
  'ro-RO': '418',
};
