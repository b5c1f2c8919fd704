import { daysBetween } from '#contract/days.ts';
import type { Row } from '#contract/reports/shape.ts';

const toMonthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const monthsBetween = (from: string, day: string) => toMonthNumber(day) - toMonthNumber(from);
/** Position of a day, or of a week or month starting on it, in a range from `from`; the first week may start before the range. */
const PLACES: Readonly<Record<string, (from: string, day: string) => number>> = {
  day: daysBetween,
  week: (from, day) => Math.floor((daysBetween(from, day) + 5) / 7),
  month: monthsBetween,
};

/** Position of a day in a range from `from`; with the key of a week or month, its position. */
export const placeOf = (day: unknown, from: string, key = 'day'): number | null =>
  typeof day === 'string' ? (PLACES[key] ?? daysBetween)(from, day) : null;

export type NameOf = (row: Row) => string;

/** Name of a row: rows of two ranges with the same name belong together. */
export const nameBy =
  (keys: readonly string[], from: string): NameOf =>
  (row) =>
    JSON.stringify(
      keys.map((key) => {
        if (row[key] === undefined) throw new Error(`a row that is paired by ${key} has none`);
        return key in PLACES ? placeOf(row[key], from, key) : row[key];
      }),
    );

/** Pairs rows with those of the base: first with first of the same name, and so on. `left` are the base's rows without a partner. */
export function paired(
  rows: readonly Row[],
  base: readonly Row[],
  nameOf: NameOf,
  nameOfBase: NameOf,
): { pairs: [Row, Row | undefined][]; left: Row[] } {
  const waiting = new Map<string, Row[]>();
  for (const row of base) {
    const name = nameOfBase(row);
    const same = waiting.get(name);
    if (same) same.push(row);
    else waiting.set(name, [row]);
  }
  const taken = new Map<string, number>();
  const pairs = rows.map((row): [Row, Row | undefined] => {
    const name = nameOf(row);
    const turn = taken.get(name) ?? 0;
    taken.set(name, turn + 1);
    return [row, waiting.get(name)?.[turn]];
  });
  const matched = new Set(pairs.map(([, match]) => match));
  return { pairs, left: base.filter((row) => !matched.has(row)) };
}
