import type { Language } from '#contract/kinds.ts';
import { numberMonths } from './date-text.ts';
import { datePattern } from './locale.ts';
import { partsOf } from './parse.ts';

/** A number of a file, with or without a percent sign; null if the text is not a number. Reads like `partsOf`. */
export function readNumber(text: string, language: Language): number | null {
  const parts = partsOf(text.replace(/\s*%\s*$/, ''), language);
  if (!parts) return null;
  const value = Number(`${parts.negative ? '-' : ''}${parts.whole || '0'}.${parts.fraction || '0'}`);
  return Number.isFinite(value) ? value : null;
}

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;

/** A day, optionally with its time, as `YYYY-MM-DD[THH:mm[:ss]]`, from ISO or the language's own order; null if the text is none. */
export function readMoment(text: string, language: Language): string | null {
  const [date = '', ...rest] = toNumbers(text, language)
    .trim()
    .split(/[T\s,]+/);
  const day = readDay(date, language);
  if (!day || rest.length === 0) return day;
  const [, hours = '', minutes = '', seconds, half] = TIME.exec(rest.join(' ')) ?? [];
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  if (hours === '' || hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}`;
}

/** A searched day in the reader's format: `YYYY-MM-DD`, or `-MM-DD` without a year; null if the text is none. */
export function readSearchedDay(searched: string, language: Language): string | null {
  const text = toNumbers(searched, language).trim();
  const day = readDay(text, language);
  if (day) return day;
  // A day without a year can look like a number, so the separator must be the language's own.
  const pattern = datePattern(language);
  const sign = /[./-]/.exec(pattern)?.[0] ?? '.';
  const parts = text.split(sign);
  if (sign === '.' && parts.length === 3 && parts[2] === '') parts.pop();
  if (parts.length !== 2 || !parts.every((part) => /^\d{1,2}$/.test(part))) return null;
  const [first = '', second = ''] = parts.map((part) => part.padStart(2, '0'));
  const [month, of] = pattern.indexOf('MM') < pattern.indexOf('dd') ? [first, second] : [second, first];
  // 2000 is a leap year, so it has every day.
  return isDay(`2000-${month}-${of}`) ? `-${month}-${of}` : null;
}

/** A text with its days, written in the language's format, as stored days. */
export const withStoredDays = (text: string, language: Language): string =>
  toNumbers(text, language).replace(/(?<![\d./-])\d{1,4}([./-])\d{1,2}\1\d{2,4}(?![\d./-])/g, (day) => readDay(day, language) ?? day);

/** International English names the month of a date. */
const toNumbers = (text: string, language: Language) => (language === 'en' ? numberMonths(text) : text);

function isDay(day: string): boolean {
  const found = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(day);
}

function readDay(text: string, language: Language): string | null {
  const parts = text.split(/[./-]/);
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const order = parts[0]?.length === 4 ? ['yyyy', 'MM', 'dd'] : datePattern(language).match(/yyyy|MM|dd/g);
  const part = (name: string) => parts[order?.indexOf(name) ?? 0] ?? '';
  const year = part('yyyy').length === 2 ? `20${part('yyyy')}` : part('yyyy');
  const day = `${year}-${part('MM').padStart(2, '0')}-${part('dd').padStart(2, '0')}`;
  return isDay(day) ? day : null;
}
