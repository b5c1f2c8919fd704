import { formatInTimeZone } from 'date-fns-tz';
import { Day } from '#contract/kinds.ts';
import { instantAt } from '#server/platform/days.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?$/;
const EXACT = /[Zz]$|[+-]\d{2}:?\d{2}$/;

/** An instant by the farm's clock, as a file has it. */
export const localText = (instant: string, timezone: string): string => formatInTimeZone(instant, timezone, "yyyy-MM-dd'T'HH:mm:ss.SSS");

/**
 * The instant that a file's moment means on a farm: with an offset as it is, else by the farm's clock, a day alone from its
 * beginning. `stored` when that reads the same as far as the file tells it: a file keeps neither milliseconds nor, as CSV, seconds.
 */
export function momentFrom(given: string, timezone: string, stored: string | null): string {
  const [, day = '', time, seconds] = LOCAL.exec(given) ?? [];
  if (!Day.safeParse(day).success || (time && time > '23:59')) {
    const isSame = stored !== null && EXACT.test(given) && Math.abs(Date.parse(given) - Date.parse(stored)) < 1000;
    return isSame ? stored : given;
  }
  const clock = `${day}T${time ?? '00:00'}${seconds ?? ':00'}`;
  if (stored !== null) {
    // By the wall clock: the hour that comes twice in autumn is one text for two instants.
    const later = Date.parse(`${localText(stored, timezone)}Z`) - Date.parse(`${clock}Z`);
    if (later > -1000 && later < (seconds ? 1000 : time ? 60_000 : 86_400_000)) return stored;
  }
  return instantAt(day, clock.slice(11), timezone).toISOString();
}
