import { daysBetween } from '#contract/days.ts';
import type { Row } from '#contract/reports/shape.ts';

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const monthsBetween = (from: string, day: string) => monthOf(day) - monthOf(from);
/** Where a day, or what begins on it, stands in a range that begins on `from`: the range's first week may begin before it. */
const PLACES: Readonly<Record<string, (from: string, day: string) => number>> = {
  day: daysBetween,
  week: (from, day) => Math.floor((daysBetween(from, day) + 5) / 7),
  month: monthsBetween,
};

/** Where a day stands in a range that begins on `from`; under the key of a week or month, where that does. */
export const placeOf = (day: unknown, from: string, key = 'day'): number | null =>
  typeof day === 'string' ? (PLACES[key] ?? daysBetween)(from, day) : null;

export type NameOf = (row: Row) => string;

/** What a row is called by, so that rows of two ranges with one name are of the same. */
export const nameBy =
  (keys: readonly string[], from: string): NameOf =>
  (row) =>
    JSON.stringify(
      keys.map((key) => {
        if (row[key] === undefined) throw new Error(`a row that is paired by ${key} has none`);
        return key in PLACES ? placeOf(row[key], from, key) : row[key];
      }),
    );

/** Pairs rows with those of the base: the first of a name with the first of that name, and so on. What stays without is `left`. */
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
