import { datePattern, LOCALES } from '#common/format/locale.ts';
import { readMoment } from '#common/format/read.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';

export type DayOrder = 'day-first' | 'month-first';

/** Days and moments before this year come from a number that isn't a date. */
const FIRST_YEAR = 2000;

export const toDayOrder = (language: Language): DayOrder =>
  datePattern(language).indexOf('dd') < datePattern(language).indexOf('MM') ? 'day-first' : 'month-first';

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})(?=$|[\s,T])/;

/**
 * Returns the order of day and month in a column's texts: by a number above twelve, 'mixed' if the texts disagree, undefined without evidence.
 * `isOpen` is true if a text can be read in both orders.
 */
export function findOrder(texts: readonly string[]): { order: DayOrder | 'mixed' | undefined; isOpen: boolean } {
  const parts = texts.flatMap((text) => {
    const [, first, , second] = NUMERIC.exec(text.trim()) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  const isDayFirst = parts.some(([first]) => first > 12);
  const isMonthFirst = parts.some(([, second]) => second > 12);
  const order = isDayFirst && isMonthFirst ? 'mixed' : isDayFirst ? 'day-first' : isMonthFirst ? 'month-first' : undefined;
  return { order, isOpen: order === undefined && parts.some(([first, second]) => first !== second) };
}

/** Languages whose dates have the order, to read a text by. */
const READER: Record<DayOrder, Language> = { 'day-first': 'uk', 'month-first': 'us' };

/** Returns a text as `YYYY-MM-DD[THH:mm[:ss]]`, in the ways in which programs and people write moments; null if it is none. */
export function readFileMoment(text: string, order: DayOrder): string | null {
  const bare = text
    .normalize('NFC')
    .replace(/[\u200e\u200f]/g, '')
    .trim()
    .replace(/(\d)\s*(?:р|г|року|года|r|roku)\.?(?=$|[\s,])/giu, '$1')
    .replace(/(\d{1,2}:\d{2}:\d{2})[.,]\d+$/, '$1')
    .replace(/^(\p{L}{2,}\.?),?\s+(?=\d{1,2}[./-])/u, '');
  const [, year, month, day, rest = ''] = /^(\d{4})(\d{2})(\d{2})(?:[T\s]+(.*))?$/.exec(bare) ?? [];
  const found = readMoment(year ? `${year}-${month}-${day}${rest && ` ${rest}`}` : (withMonthNumber(bare) ?? bare), READER[order]);
  return found !== null && Number(found.slice(0, 4)) >= FIRST_YEAR ? found : null;
}

let months: Map<string, number> | undefined;

const MONTH_FORMS = (['long', 'short'] as const).flatMap((month) => [{ month }, { day: 'numeric', month }] as const);

/** Returns the months' names of all languages, in each form, and their first letters. */
function monthNames(): Map<string, number> {
  months ??= new Map(LANGUAGES.flatMap((language) => MONTH_FORMS.flatMap((form) => listMonthNames(language, form))));
  return months;
}

/** Returns the names of the twelve months in one form, each with its number. */
function listMonthNames(language: Language, form: Intl.DateTimeFormatOptions): [name: string, month: number][] {
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...form, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => {
    const name = format.formatToParts(Date.UTC(2026, at, 1)).find(({ type }) => type === 'month')?.value ?? '';
    return [name.normalize('NFC').toLowerCase().replace(/\.$/, ''), at + 1] as [string, number];
  }).filter(([name]) => name !== '' && !/\d/.test(name));
}

/** `22 листопада 2026 08:00`, `November 22, 2026`, `22-Nov-26` → an ISO day with the rest of the text. */
function withMonthNumber(text: string): string | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|er)?\.?[\s\-/]+(?:de\s+)?(\p{L}+)\.?[\s\-/,]+(?:de\s+)?(\d{4}|\d{2})(?=$|[\s,T])(.*)$/u.exec(
    text,
  );
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\s,T])(.*)$/u.exec(text);
  const [day, name, year, rest] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3], dayFirst[4]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3], monthFirst?.[4]];
  const month = monthNames().get(name?.toLowerCase() ?? '');
  if (!month || !day || !year) return null;
  const full = year.length === 2 ? `20${year}` : year;
  return `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}${rest ?? ''}`;
}

/** A time of a day as `HH:mm[:ss]`; null if the text is none. */
export function readTime(text: string): string | null {
  const found = readMoment(`2026-01-01 ${text.trim().replace(/[.,]\d+$/, '')}`, 'us');
  return found?.slice(11) || null;
}

/** Whether a spreadsheet's wall clock is a time without a day: its day is that of serial number 0. */
export const isTimeOnly = (wall: string): boolean => wall.startsWith('1899-12-3') || wall.startsWith('1904-01-01');

export const isPlausibleWall = (wall: string): boolean => Number(wall.slice(0, 4)) >= FIRST_YEAR && Number(wall.slice(0, 4)) < 2100;
