import type { Language } from '#contract/kinds.ts';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';
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

const QUARTER = 900_000;
const offsets = new Map<string, number>();

/**
 * Clocks change on quarters of an hour, so one look-up serves every instant of that quarter. Intl is asked itself:
 * date-fns-tz goes through the browser's own clock, and so errs by an hour around either place's change to summer time.
 */
function offsetOf(instant: number, timezone: string): number {
  const quarter = Math.floor(instant / QUARTER);
  const key = timezone + quarter;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size > 20_000) offsets.clear();
    const part = Object.fromEntries(
      clockOf(timezone)
        .formatToParts(quarter * QUARTER)
        .map(({ type, value }) => [type, Number(value)]),
    );
    offset = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute) - quarter * QUARTER;
    offsets.set(key, offset);
  }
  return offset;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone);
  if (!clock) {
    const options = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
    clock = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone || DEFAULT_TIMEZONE });
    clocks.set(timezone, clock);
  }
  return clock;
}

/** The farm's wall clock at an instant, as a Date whose UTC fields read it; null when the text is no instant. */
export function wallClock(instant: string, timezone: string): Date | null {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return null;
  return new Date(ms + offsetOf(ms, timezone));
}

/** Today's date where the farm is. */
export const todayIn = (timezone: string, now: Date = new Date()): string =>
  wallClock(now.toISOString(), timezone)!.toISOString().slice(0, 10);

/** The instant at which the farm's wall clock reads `YYYY-MM-DD HH:mm[:ss]`, that after the gap when summer time skips it; null when the text is none. */
export function instantOf(wall: string, timezone: string): string | null {
  const read = Date.parse(`${wall.replace(' ', 'T')}Z`);
  if (Number.isNaN(read)) return null;
  const near = read - offsetOf(read, timezone);
  const found = read - offsetOf(near, timezone);
  return new Date(Math.max(found, read - offsetOf(found, timezone))).toISOString();
}

export function instantText(instant: string, language: Language, timezone: string): string {
  const clock = wallClock(instant, timezone)?.toISOString();
  return clock ? `${dayText(clock, language)} ${timeText(clock.slice(11, 16), language)}` : instant;
}

/** Day and month for a chart's axis. */
export function shortDayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  if (!found) return day;
  let format = shortDays.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], { day: 'numeric', month: 'short', timeZone: 'UTC' });
    shortDays.set(language, format);
  }
  return format.format(Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])));
}
const shortDays = new Map<Language, Intl.DateTimeFormat>();

/** The weekday's name in short. */
export function weekdayText(day: string, language: Language): string {
  const found = DAY.exec(day);
  if (!found) return '';
  let format = weekdays.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: 'UTC' });
    weekdays.set(language, format);
  }
  return format.format(Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])));
}
const weekdays = new Map<Language, Intl.DateTimeFormat>();

/** The timezone of the device, for what concerns its user and no farm. */
export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A month (`YYYY-MM`) in words. */
export function monthText(month: string, language: Language): string {
  const found = MONTH.exec(month);
  if (!found) return month;
  let format = months.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' });
    months.set(language, format);
  }
  return `${format.format(Date.UTC(Number(found[1]), Number(found[2]) - 1))} ${found[1]}`;
}
const MONTH = /^(\d{4})-(\d{2})$/;
const months = new Map<Language, Intl.DateTimeFormat>();
