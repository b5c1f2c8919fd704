import { round } from '#common/format/decimal.ts';
import { addDays, daysBetween, weekdayOf } from '#contract/days.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { TextSeries } from './series-text.ts';

/** Max distinguishable bars. */
export const MAX_BARS = 31;
/** Names with a bar of their own; the others share one. */
const LARGEST = 8;
/** Max visible steps of a waterfall. */
const MAX_STEPS = 7;
/** Days beyond which bars are weeks, or months beyond a year. */
const WEEKS_BEYOND = 92;
const MONTHS_BEYOND = 366;
/** Max percent between an accurate weighing and its plan. */
const ACCURATE_WITHIN = 2;

/** Figures sorted with the least first. */
const LEAST_FIRST: ReadonlySet<string> = new Set(['days_left']);

/** A series as drawn. */
export interface FittedSeries extends TextSeries {
  /** The period of a point, if it is more than a day. */
  by?: 'week' | 'month';
  /** Max error as a line, for accuracy shown as error. */
  limit?: number;
}

/** Key of the last day in a row of several days. */
export const untilKey = (key: string): string => `${key}_until`;

const monthStart = (day: string) => `${day.slice(0, 8)}01`;
const weekStart = (day: string) => addDays(day, 1 - weekdayOf(day));
const getDay = (row: Row, key: string) => String(row[key]);

/** True for amounts, which can be summed. A derived figure isn't the sum of its days. */
const addsUp = ({ y }: TextSeries) => y.every(({ kind, total }) => (kind === 'weight' || kind === 'money') && total !== 'formula');

const sumMeasures = (rows: readonly Row[], { y }: TextSeries): Row =>
  Object.fromEntries(
    y.map(({ key }) => {
      const known = rows.flatMap((row) => (typeof row[key] === 'number' ? [row[key]] : []));
      return [key, known.length > 0 ? known.reduce((sum, value) => round(sum + value, 6), 0) : null];
    }),
  );

function fitDays(series: TextSeries): FittedSeries {
  const { x, rows } = series;
  const first = rows[0] && getDay(rows[0], x.key);
  const last = rows.at(-1);
  const days = first && last ? daysBetween(first, getDay(last, x.key)) : 0;
  const by = days > MONTHS_BEYOND ? 'month' : days > WEEKS_BEYOND ? 'week' : undefined;
  const lined = (fitted: FittedSeries): FittedSeries => (fitted.rows.length > MAX_BARS ? { ...fitted, type: 'line' } : fitted);
  if (!by || !addsUp(series)) return lined(series);
  const startOf = by === 'month' ? monthStart : weekStart;
  const parts = new Map<string, Row[]>();
  for (const row of rows) {
    const start = startOf(getDay(row, x.key));
    parts.set(start, [...(parts.get(start) ?? []), row]);
  }
  const grouped = [...parts.values()].map((part) => ({
    ...sumMeasures(part, series),
    [x.key]: getDay(part[0]!, x.key),
    [untilKey(x.key)]: getDay(part.at(-1)!, x.key),
  }));
  return lined({ ...series, rows: grouped, by });
}

function fitNames(series: TextSeries, othersText: (count: number) => string): FittedSeries {
  const { x, y } = series;
  const size = (row: Row) => Math.max(...y.map(({ key }) => Math.abs(Number(row[key] ?? 0))));
  const sign = y.some(({ key }) => LEAST_FIRST.has(key)) ? -1 : 1;
  const sorted = [...series.rows].sort((one, other) => sign * (size(other) - size(one)));
  // One more bar takes no more space than the bar of the others.
  if (sorted.length <= LARGEST + 1) return { ...series, rows: sorted };
  const others = sorted.slice(LARGEST);
  const rest: Row = addsUp(series) ? sumMeasures(others, series) : {};
  return { ...series, rows: [...sorted.slice(0, LARGEST), { ...rest, [x.key]: othersText(others.length) }] };
}

/** From the first sum to the last by the largest changes. The others are in the chart's table. */
function fitSteps(series: TextSeries, othersText: (count: number) => string): FittedSeries {
  const { x, y, rows } = series;
  if (rows.length <= MAX_STEPS) return series;
  const size = (row: Row) => Math.abs(Number(row[y[0]!.key] ?? 0));
  const changes = rows.filter((row) => row.standing !== true && size(row) > 0);
  const most = changes.length > MAX_STEPS - 2 ? MAX_STEPS - 3 : changes.length;
  const largest = new Set([...changes].sort((one, other) => size(other) - size(one)).slice(0, most));
  const others = changes.filter((row) => !largest.has(row));
  const rest = others.length > 0 ? [{ ...sumMeasures(others, series), [x.key]: othersText(others.length) }] : [];
  return { ...series, rows: [...rows.slice(0, 1), ...changes.filter((row) => largest.has(row)), ...rest, ...rows.slice(-1)] };
}

/** The distance from perfect, which shows differences that bars of 97 and 98 % hide. */
function asError(series: TextSeries): FittedSeries {
  const [only] = series.y;
  if (series.y.length !== 1 || !only?.key.endsWith('accuracy')) return series;
  const rows = series.rows.map((row) => ({
    ...row,
    [only.key]: typeof row[only.key] === 'number' ? round(100 - Number(row[only.key]), 6) : null,
  }));
  return { ...series, rows, limit: ACCURATE_WITHIN };
}

/** A readable form of a series: at most as many bars as can be distinguished. All rows are in its table. */
export function fitSeries(series: TextSeries, othersText: (count: number) => string): FittedSeries {
  if (series.type === 'waterfall') return fitSteps(series, othersText);
  if (series.type === 'bar' && series.x.kind === 'date') return fitDays(series);
  if (series.x.kind !== 'text' || !['bar', 'bullet', 'stacked'].includes(series.type)) return series;
  const { limit, ...error } = asError(series);
  return { ...fitNames(error, othersText), ...(limit === undefined ? {} : { limit }) };
}
