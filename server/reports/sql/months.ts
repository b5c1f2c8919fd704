import { type RawBuilder, sql } from 'kysely';

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
