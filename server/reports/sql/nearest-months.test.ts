import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays, daysBetween } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';
import { test } from '#tests/support/test.ts';
import { nearestMonths } from './months.ts';

/** How often each day is counted, and how many rows were read for it. */
async function counted(db: Db, from: string, to: string) {
  const { whole, around } = nearestMonths(sql`${from}::date`, sql`${to}::date`);
  const beside = around.map(({ when, sign }) => sql`select day, ${sign} as times from day where ${when}`);
  const { rows } = await sql<{ day: string; times: number; read: number }>`
    with day as (select d::date as day from generate_series('2023-01-01'::date, '2027-12-31'::date, interval '1 day') d),
      month as (select distinct month_of(day) as month from day),
      read as (
        select d::date as day, 1 as times, false as beside from month, generate_series(month, month + interval '1 month' - interval '1 day', interval '1 day') d
        where ${whole} union all select day, times, true from (${sql.join(beside, sql` union all `)}) b
      )
    select day, sum(times)::integer as times, (select count(*)::integer from read where beside) as read from read group by day having sum(times) <> 0
    order by day`.execute(db);
  return rows;
}

test('the nearest months and single days contain each day once and no other, with half a month of days at either end', async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), async (first, length) => {
      const from = addDays('2024-01-01', first);
      const to = addDays(from, length);
      const rows = await counted(api.database.acrossClients(), from, to);
      expect(rows.map(({ day, times }) => [day, times])).toEqual(
        Array.from({ length: daysBetween(from, to) }, (_, n) => [addDays(from, n), 1]),
      );
      expect(rows[0]?.read).toBeLessThanOrEqual(32);
    }),
    {
      examples: [
        [0, 0],
        [15, 0],
        [16, 0],
        [30, 1],
        [45, 30],
        [330, 365],
      ],
    },
  );
});
