import { formatInTimeZone } from 'date-fns-tz';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';

/**
 * The only conversion between instants and a farm's clock, for server and browser. Offsets come from date-fns-tz by the farm's zone,
 * independently of the machine's zone. PostgreSQL's `at time zone` gives the same results.
 */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Length of a span: no zone's clock has changed twice within a week since 1950, so a span has one change at most. */
const SPAN_MS = 4 * DAY_MS;

/** Offset of a wall clock from UTC in a span, in milliseconds, before and after the instant `changesAt`. Both are equal in most spans. */
interface Offsets {
  before: number;
  after: number;
  changesAt: number;
}

/** Offsets by timezone and number of the span. */
const zones = new Map<string, Map<number, Offsets>>();
/** Max spans per zone: eleven years, more than a report covers. */
const MAX_SPANS = 1_000;

function findSpans(timezone: string): Map<number, Offsets> {
  let spans = zones.get(timezone);
  if (!spans) {
    spans = new Map();
    zones.set(timezone, spans);
  }
  return spans;
}

/**
 * The offset at an instant, in milliseconds. Only the format `xxx` (`+HH:mm`) of date-fns-tz is exact in every machine zone: its other
 * functions use the machine's own clock (docs/decisions/049).
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

/** Cached by span, because formatting is slow. */
function offsetAt(instant: number, timezone: string): number {
  const spans = findSpans(timezone);
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
const toMs = (instant: Date | string) => +new Date(instant);

/** The farm's wall clock at an instant, as a Date with its fields in UTC; null if the text is not an instant. */
export function wallClock(instant: Date | string, timezone: string): Date | null {
  const ms = toMs(instant);
  return Number.isNaN(ms) ? null : clockAt(ms, timezone);
}

/**
 * The farm's wall clock at an instant, as `YYYY-MM-DDTHH:mm:ss.SSS`. Like the functions below, throws a RangeError for an invalid instant.
 */
export const wallText = (instant: Date | string, timezone: string): string => clockAt(toMs(instant), timezone).toISOString().slice(0, -1);

/** The farm's day (`YYYY-MM-DD`) at an instant. */
export const dayAt = (instant: Date | string, timezone: string): string => wallText(instant, timezone).slice(0, 10);

/** Today's date at the farm. */
export const todayIn = (timezone: string, now: Date = new Date()): string => dayAt(now, timezone);

/**
 * The instant at which a farm's clock shows `time` (`HH:mm[:ss[.SSS]]`) on `day`. A skipped time is moved by the length of the gap. A
 * repeated time is the later instant. PostgreSQL does the same.
 */
export function instantAt(day: string, time: string, timezone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  // The offset of the next day is right after a change and for repeated times. If the result is before the change, its own offset is right.
  const near = wall - offsetAt(wall + DAY_MS, timezone);
  return new Date(wall - offsetAt(near, timezone));
}

/** The first instant of a farm's day, also if midnight is repeated or skipped. A day ends at the start of the next one. */
export function startOfDay(day: string, timezone: string): Date {
  const wall = Date.parse(`${day}T00:00Z`);
  const first = wall - offsetAt(wall - DAY_MS, timezone);
  return first + offsetAt(first, timezone) === wall ? new Date(first) : instantAt(day, '00:00', timezone);
}
