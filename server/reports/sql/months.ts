import { type RawBuilder, sql } from 'kysely';
import { addDays, daysBetween } from '#contract/days.ts';

type Day = RawBuilder<unknown>;
const nextMonth = (day: Day) => sql`(month_of(${day} - 1) + interval '1 month')::date`;

/** Months, by a column of their first days, that lie whole between two days. */
export const wholeMonths = (month: string, from: Day, to: Day): RawBuilder<boolean> =>
  sql`${sql.ref(month)} >= ${nextMonth(from)} and ${sql.ref(month)} < month_of(${to} + 1)`;

/**
 * The days between two days that belong to none of those months: up to the first, and after the last. Two conditions for two readings, since
 * one with "or" reads all that lies between, too.
 */
export const daysAround = (day: string, from: Day, to: Day): RawBuilder<boolean>[] => [
  sql`${sql.ref(day)} between ${from} and least(${to}, ${nextMonth(from)} - 1)`,
  sql`${sql.ref(day)} between greatest(month_of(${to} + 1), ${nextMonth(from)}) and ${to}`,
];

/**
 * The days between two days by whole months and the fewest days beside them, in SQL: of the month at either end its days are added, or counted whole but for
 * those outside (`sign` -1), whichever are fewer. By columns `month` and `day`.
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

const firstOf = (day: string) => `${day.slice(0, 8)}01`;
const lastOf = (day: string) => addDays(firstOf(addDays(firstOf(day), 31)), -1);
/** Of a month by its first day, that of the next. */
export const monthAfter = (month: string) => addDays(lastOf(month), 1);
/** Before any day that is told of. */
export const ALWAYS = '0001-01-01';

/**
 * A range of days by whole months and the fewest days beside them: of a month of which most days lie in the range, those that don't are taken away from it.
 * From ALWAYS on, all that there is up to the last day.
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
    const [start, end] = [firstOf(first), lastOf(first)];
    if (2 * daysBetween(first, last) <= daysBetween(start, end)) return days(first, last, false);
    whole(start, start);
    days(start, addDays(first, -1), true);
    days(addDays(last, 1), end, true);
  };
  const [head, tail] = [firstOf(from), firstOf(to)];
  if (from > to) return pieces;
  if (head === tail) part(from, to);
  else {
    if (from === head) whole(head, head);
    else part(from, lastOf(from));
    const [second, last] = [monthAfter(from), firstOf(addDays(tail, -1))];
    if (second <= last) whole(second, last);
    part(tail, to);
  }
  return pieces;
}
