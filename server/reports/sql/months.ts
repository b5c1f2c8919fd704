import { type RawBuilder, sql } from 'kysely';
import { addDays, daysBetween } from '#contract/days.ts';

type Day = RawBuilder<unknown>;
const nextMonth = (day: Day) => sql`(month_of(${day} - 1) + interval '1 month')::date`;

/** Months, by a column of their first days, that lie whole between two days. */
export const wholeMonths = (month: string, from: Day, to: Day): RawBuilder<boolean> =>
  sql`${sql.ref(month)} >= ${nextMonth(from)} and ${sql.ref(month)} < month_of(${to} + 1)`;

/**
 * The days between two days outside all of these months: before the first, and after the last. Two conditions for two scans, because one
 * condition with "or" would also read the days in between.
 */
export const daysAround = (day: string, from: Day, to: Day): RawBuilder<boolean>[] => [
  sql`${sql.ref(day)} between ${from} and least(${to}, ${nextMonth(from)} - 1)`,
  sql`${sql.ref(day)} between greatest(month_of(${to} + 1), ${nextMonth(from)}) and ${to}`,
];

/**
 * The days between two days by whole months and the fewest single days, in SQL. The month at either end either adds its days, or counts
 * whole and subtracts the days outside (`sign` -1); the way with fewer days applies. Uses columns `month` and `day`.
 */
export function nearestMonths(
  from: Day,
  to: Day,
): { whole: RawBuilder<boolean>; around: { when: RawBuilder<boolean>; sign: RawBuilder<number> }[] } {
  const [first, beyond] = [sql`month_of(${from} + 15)`, sql`month_of(${to} + 16)`];
  const between = (one: Day, other: Day) => sql<boolean>`day between least(${one}, ${other}) and greatest(${one}, ${other}) - 1`;
  return {
    whole: sql`month >= ${first} and month < ${beyond}`,
    around: [
      { when: between(from, first), sign: sql`case when day >= ${from} then 1 else -1 end` },
      { when: between(sql`${to} + 1`, beyond), sign: sql`case when day <= ${to} then 1 else -1 end` },
    ],
  };
}

/** Months, by their first days, or days, both ends counted: of a roll-up, `taken` away from the others or added. */
export interface Piece {
  of: 'month' | 'day';
  from: string;
  to: string;
  taken: boolean;
}

const toFirstDay = (day: string) => `${day.slice(0, 8)}01`;
const toLastDay = (day: string) => addDays(toFirstDay(addDays(toFirstDay(day), 31)), -1);
/** The first day of the month after a month, given by its first day. */
export const monthAfter = (month: string) => addDays(toLastDay(month), 1);
/** A day before all records. */
export const ALWAYS = '0001-01-01';

/**
 * A range of days by whole months and the fewest single days: a month with most days in the range counts whole, and the other days are
 * subtracted. From ALWAYS on, everything up to the last day.
 */
export function piecesOf(from: string, to: string): Piece[] {
  const pieces: Piece[] = [];
  const whole = (first: string, last: string) => {
    const before = pieces.find((piece) => piece.of === 'month' && monthAfter(piece.to) === first);
    if (before) before.to = last;
    else pieces.push({ of: 'month', from: first, to: last, taken: false });
  };
  const days = (first: string, last: string, taken: boolean) => {
    if (first <= last) pieces.push({ of: 'day', from: first, to: last, taken });
  };
  const part = (first: string, last: string) => {
    const [start, end] = [toFirstDay(first), toLastDay(first)];
    if (2 * daysBetween(first, last) <= daysBetween(start, end)) return days(first, last, false);
    whole(start, start);
    days(start, addDays(first, -1), true);
    days(addDays(last, 1), end, true);
  };
  const [head, tail] = [toFirstDay(from), toFirstDay(to)];
  if (from > to) return pieces;
  if (head === tail) part(from, to);
  else {
    if (from === head) whole(head, head);
    else part(from, toLastDay(from));
    const [second, last] = [monthAfter(from), toFirstDay(addDays(tail, -1))];
    if (second <= last) whole(second, last);
    part(tail, to);
  }
  return pieces;
}
