import type { Language } from '#contract/kinds.ts';
import type { Conventions } from '#contract/words.ts';
import { datePattern, LOCALES } from './locale.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;
const MONTH = /^(\d{4})-(\d{2})(?:-\d{2}|$)/;

/**
 * `YYYY-MM-DD` as the locale's ten characters. International English names the month, because its readers write both orders. No time zone is
 * involved, so the day never shifts.
 */
export function dayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  if (!found) return day;
  const [, year, month, date] = found as unknown as [string, string, string, string];
  if (language === 'en') return `${Number(date)} ${ENGLISH_MONTHS[Number(month) - 1]} ${year}`;
  return datePattern(language).replace('yyyy', year).replace('MM', month).replace('dd', date);
}

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const NAMED_DAY = /(?<!\d)(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?: (\d{4}))?(?!\w)/gi;

/** The text with each day that names its month (`9 Mar 2026`, `9 Mar`) in numbers (`09/03/2026`, `09/03`), in the order of international English. */
export const numberMonths = (text: string): string =>
  text.replace(NAMED_DAY, (_found, day: string, name: string, year: string | undefined) => {
    const month = ENGLISH_MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
    return [day.padStart(2, '0'), String(month).padStart(2, '0'), ...(year ? [year] : [])].join('/');
  });

type Clock = Conventions['clock'];

/** `HH:mm[:ss]` in 24 or 12 hours. */
export function timeText(time: string, clock: Clock): string {
  const found = /^(\d{2})(:\d{2}(?::\d{2})?)$/.exec(time);
  if (!found || clock === '24') return time;
  const hours = Number(found[1]);
  return `${hours % 12 || 12}${found[2]} ${hours < 12 ? 'AM' : 'PM'}`;
}

const toUtc = ([, year, month, day = '1']: string[]) => Date.UTC(Number(year), Number(month) - 1, Number(day));

/** Writes a day or month matched by a pattern, or a range of two. Caches one format per language. */
function writer(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<Language, Intl.DateTimeFormat>();
  return (found: string[], language: Language, until: string[] = found): string => {
    let format = formats.get(language);
    if (!format) {
      format = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
      formats.set(language, format);
    }
    return format.formatRange(toUtc(found), toUtc(until));
  };
}
const writeShortDay = writer({ day: 'numeric', month: 'short' });
const writeWeekday = writer({ weekday: 'short' });
const writeMonth = writer({ month: 'long' });
const writeShortMonth = writer({ month: 'short' });

/** Day and month for a chart's axis, or a range of days. A common month appears once: `9–15 Nov`. */
export function shortDayText(day: string, language: Language, until = day): string {
  const found = DAY.exec(day);
  return found ? writeShortDay(found, language, DAY.exec(until) ?? found) : day;
}

/** The weekday's short name. */
export function weekdayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  return found ? writeWeekday(found, language) : '';
}

/** A month (`YYYY-MM`, or a day in it) in words. `alone` writes a capital, as in a table. */
export function monthText(month: string, language: Language, alone = false): string {
  const found = MONTH.exec(month);
  if (!found) return month;
  const text = `${writeMonth(found, language)} ${found[1]}`;
  return alone ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** The month's short name, for a chart's axis. */
export function shortMonthText(day: string, language: Language): string {
  const found = MONTH.exec(day);
  return found ? writeShortMonth(found, language) : day;
}
