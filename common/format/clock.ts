import { DEFAULT_TIMEZONE } from '#contract/words.ts';

/**
 * The one clock of server and browser: what a farm's wall clock reads at an instant, and at which instant it reads that. It asks Intl by
 * the farm's zone alone, so the zone of the machine never matters. PostgreSQL's `at time zone` answers the same.
 */

const DAY_MS = 86_400_000;

/** How far a wall clock is ahead of UTC on a day of UTC, in milliseconds: `before` and `after` the instant `changesAt`, the same on most days. */
interface Offsets {
  before: number;
  after: number;
  changesAt: number;
}

interface Zone {
  clock: Intl.DateTimeFormat;
  days: Map<number, Offsets>;
}

const zones = new Map<string, Zone>();
/** Eleven years of a zone: more than a report spans. */
const MOST_DAYS = 4_000;

function zoneOf(timezone: string): Zone {
  let zone = zones.get(timezone);
  if (!zone) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    const clock = new Intl.DateTimeFormat('en-US', { ...fields, hourCycle: 'h23', timeZone: timezone || DEFAULT_TIMEZONE });
    zone = { clock, days: new Map() };
    zones.set(timezone, zone);
  }
  return zone;
}

function askOffset(clock: Intl.DateTimeFormat, instant: number): number {
  const [month, day, year, hour, minute, second] = clock.format(instant).match(/\d+/g)!.map(Number);
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function askOffsets(clock: Intl.DateTimeFormat, day: number): Offsets {
  let [from, changesAt] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [askOffset(clock, from), askOffset(clock, changesAt)];
  while (before !== after && changesAt - from > 1) {
    const middle = Math.floor((from + changesAt) / 2);
    if (askOffset(clock, middle) === before) from = middle;
    else changesAt = middle;
  }
  return { before, after, changesAt };
}

/** Intl is slow, so it is asked once a day: a clock doesn't change twice in one. */
function offsetAt(instant: number, timezone: string): number {
  const { clock, days } = zoneOf(timezone);
  const day = Math.floor(instant / DAY_MS);
  let offsets = days.get(day);
  if (!offsets) {
    if (days.size >= MOST_DAYS) days.clear();
    offsets = askOffsets(clock, day);
    days.set(day, offsets);
  }
  return instant < offsets.changesAt ? offsets.before : offsets.after;
}

const clockAt = (ms: number, timezone: string) => new Date(ms + offsetAt(ms, timezone));
const msOf = (instant: Date | string) => +new Date(instant);

/** The farm's wall clock at an instant, as a Date whose UTC fields read it; null when the text is no instant. */
export function wallClock(instant: Date | string, timezone: string): Date | null {
  const ms = msOf(instant);
  return Number.isNaN(ms) ? null : clockAt(ms, timezone);
}

/** The farm's wall clock at an instant as text, `YYYY-MM-DDTHH:mm:ss.SSS`. Like all below it throws a RangeError of what is none. */
export const wallText = (instant: Date | string, timezone: string): string => clockAt(msOf(instant), timezone).toISOString().slice(0, -1);

/** The farm's day (`YYYY-MM-DD`) at an instant. */
export const dayAt = (instant: Date | string, timezone: string): string => wallText(instant, timezone).slice(0, 10);

/** Today's date where the farm is. */
export const todayIn = (timezone: string, now: Date = new Date()): string => dayAt(now, timezone);

/**
 * The instant at which a farm's clock reads `time` (`HH:mm[:ss[.SSS]]`) on `day`. A time that summer time skips is as far after the gap as
 * it is into it; of a time that comes twice it is the later instant. PostgreSQL chooses so too.
 */
export function instantAt(day: string, time: string, timezone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  // Read by the offset of the day after. That is right behind a change and in a fold; where it leads before the change, the offset there is right.
  const near = wall - offsetAt(wall + DAY_MS, timezone);
  return new Date(wall - offsetAt(near, timezone));
}

/** The first instant of a farm's day, also where the clock goes back over midnight or leaves midnight out; the day ends where the next one starts. */
export function startOfDay(day: string, timezone: string): Date {
  const wall = Date.parse(`${day}T00:00Z`);
  const first = wall - offsetAt(wall - DAY_MS, timezone);
  return first + offsetAt(first, timezone) === wall ? new Date(first) : instantAt(day, '00:00', timezone);
}

/** The timezone of the device, for what concerns its user and no farm. */
export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
