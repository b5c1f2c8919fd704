import type { Language } from '#contract/kinds.ts';
import { wallClock } from './clock.ts';
import { datePattern, isUs, LOCALES } from './locale.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/** `YYYY-MM-DD` as the locale's ten characters; the day never shifts, as no timezone is asked. */
export function dayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  if (!found) return day;
  return datePattern(language).replace('yyyy', found[1]!).replace('MM', found[2]!).replace('dd', found[3]!);
}

/** `HH:mm[:ss]` by the language's clock. */
export function timeText(time: string, language: Language): string {
  const found = /^(\d{2})(:\d{2}(?::\d{2})?)$/.exec(time);
  if (!found || !isUs(language)) return time;
  const hours = Number(found[1]);
  return `${hours % 12 || 12}${found[2]} ${hours < 12 ? 'AM' : 'PM'}`;
}

export function instantText(instant: string, language: Language, timezone: string): string {
  const clock = wallClock(instant, timezone)?.toISOString();
  return clock ? `${dayText(clock, language)} ${timeText(clock.slice(11, 16), language)}` : instant;
}

/** Writes the day or month that a pattern found; a language's format is made once. */
function writer(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<Language, Intl.DateTimeFormat>();
  return ([, year, month, day = '1']: string[], language: Language): string => {
    let format = formats.get(language);
    if (!format) {
      format = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
      formats.set(language, format);
    }
    return format.format(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  };
}
const writeShortDay = writer({ day: 'numeric', month: 'short' });
const writeWeekday = writer({ weekday: 'short' });
const writeMonth = writer({ month: 'long' });

/** Day and month for a chart's axis. */
export function shortDayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  return found ? writeShortDay(found, language) : day;
}

/** The weekday's name in short. */
export function weekdayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  return found ? writeWeekday(found, language) : '';
}

/** A month (`YYYY-MM`) in words. */
export function monthText(month: string, language: Language): string {
  const found = /^(\d{4})-(\d{2})$/.exec(month);
  return found ? `${writeMonth(found, language)} ${found[1]}` : month;
}
