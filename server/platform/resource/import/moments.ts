import { instantAt, startOfDay, wallText } from '#common/format/clock.ts';
import { Day, TimeOfDay } from '#contract/kinds.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?$/;
const EXACT = /[Zz]$|[+-]\d{2}:?\d{2}$/;

/**
 * Converts a file's moment to an instant: by its offset, else in the farm's time; a day alone means its start. Returns `stored` if it reads
 * the same in the file's precision, because files have no milliseconds and CSV files no seconds.
 */
export function momentFrom(given: string, timezone: string, stored: string | null): string {
  const [, day = '', time, seconds] = LOCAL.exec(given) ?? [];
  const clock = `${time ?? '00:00'}${seconds ?? ':00'}`;
  if (!Day.safeParse(day).success || !TimeOfDay.safeParse(clock).success) {
    const isSame = stored !== null && EXACT.test(given) && Math.abs(Date.parse(given) - Date.parse(stored)) < 1000;
    return isSame ? stored : given;
  }
  if (stored !== null && readsSame(stored, `${day}T${clock}Z`, timezone, toPrecision(time, seconds))) return stored;
  return (time ? instantAt(day, clock, timezone) : startOfDay(day, timezone)).toISOString();
}

/** The precision of a moment in ms: seconds, minutes or days. */
function toPrecision(time: string | undefined, seconds: string | undefined): number {
  if (seconds) return 1000;
  return time ? 60_000 : 86_400_000;
}

/** Compares clock times: when summer time ends, the same clock time occurs twice. */
function readsSame(stored: string, given: string, timezone: string, precision: number): boolean {
  const later = Date.parse(`${wallText(stored, timezone)}Z`) - Date.parse(given);
  return later > -1000 && later < precision;
}
