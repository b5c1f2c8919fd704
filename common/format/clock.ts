import { formatInTimeZone } from 'date-fns-tz';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';

/**
 * The one clock of server and browser: the time of day that a farm's clock shows at an instant, and the instant at which the clock shows a time. Offsets come
 * from date-fns-tz by the farm's zone alone, so the zone of the machine never matters. PostgreSQL's `at time zone` gives the same.
 */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Length of a span: no zone's clock has changed twice within a week since 1950, so a span has one change at most. */
const SPAN_MS = 4 * DAY_MS;

/** How far a wall clock is ahead of UTC in a span, in milliseconds: `before` and `after` the instant `changesAt`, the same in most spans. */
interface Offsets {
  before: number;
  after: number;
  changesAt: number;
}

/** Offsets by timezone and number of the span. */
const zones = new Map<string, Map<number, Offsets>>();
/** Eleven years of a zone: more than a report spans. */
const MAX_SPANS = 1_000;

function spansOf(timezone: string): Map<number, Offsets> {
  let spans = zones.get(timezone);
  if (!spans) {
    spans = new Map();
    zones.set(timezone, spans);
  }
  return spans;
}

/**
 * The offset at an instant, in milliseconds. `xxx` writes `+HH:mm`. Of date-fns-tz only this format is exact on a machine of any zone:
 * its functions that return offsets or instants pass through the machine's own clock (docs/decisions/123).
 */
function readOffset(timezone: string, instant: number): number {
  const [sign = '', hours, minutes] = formatInTimeZone(instant, timezone || DEFAULT_TIMEZONE, 'xxx').split(/(?<=[+-])|:/);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

function readOffsets(timezone: string, span: number, known: ReadonlyMap<number, Offsets>): Offsets {
  let [from, changesAt] = [span * SPAN_MS, (span + 1) * SPAN_MS];
  const before = known.get(span - 1)?.after ?? readOffset(timezone, from);
  const after = known.get(span + 1)?.before ?? readOffset(timezone, changesAt);
  while (before !== after && changesAt - from > 1) {
    const middle = Math.floor((from + changesAt) / 2);
    if (readOffset(timezone, middle) === before) from = middle;
    else changesAt = middle;
  }
  return { before, after, changesAt };
}

/** Formatting is slow, so the cache keeps the offsets of each span. */
function offsetAt(instant: number, timezone: string): number {
  const spans = spansOf(timezone);
  const span = Math.floor(instant / SPAN_MS);
  let offsets = spans.get(span);
  if (!offsets) {
    if (spans.size >= MAX_SPANS) spans.clear();
    offsets = readOffsets(timezone, span, spans);
    spans.set(span, offsets);
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
