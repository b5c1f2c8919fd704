import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';

/** A database of the version before books were closed up to a month, filled by `fill` and migrated. */
async function broughtUp(
  fill: string,
): Promise<{ notices: string[]; rows: (query: string) => Promise<unknown[]>; end: () => Promise<void> }> {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await migrate(database.url, { until: '125-z' });
  await client.query("select set_config('manger.all_clients', 'on', false)");
  await client.query(FARM + fill);
  const notices: string[] = [];
  await migrate(database.url, { onNotice: (message) => notices.push(message) });
  return {
    notices,
    rows: async (query) => (await client.query(query)).rows,
    async end() {
      await client.end();
      await database.drop();
    },
  };
}

const FARM = `
  insert into client (company_name) values ('A');
  insert into company (client_id, name) values (1, 'C');
  insert into farm (client_id, company_id, name, timezone) values (1, 1, 'F', 'Europe/Kyiv');
  insert into stock (client_id, company_id, farm_id, name, type) values (1, 1, 1, 'S', 'warehouse');
  insert into ingredient_type (client_id, name) values (1, 'T');
  insert into ingredient (client_id, farm_id, stock_id, type_id, name, price) values (1, 1, 1, 1, 'I', 1);
`;
const move = (day: string, at: string, kind: string, kg: number, price: number) => `
  insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value)
  values (1, '${at}', '${day}', 1, 1, 1, '${kind}', ${kg}, ${price}, ${kg * price});`;
const close = (month: string, number: number) => `
  insert into month_close (client_id, farm_id, month, number, version) values (1, 1, '${month}', ${number}, 1);
  insert into month_closing (client_id, farm_id, month, number, version, closed_at) values (1, 1, '${month}', ${number}, 1, now());`;

test('the upgrade closes open months before a closed one, with the next numbers of their year', async () => {
  const { rows, end } = await broughtUp(
    move('2025-12-10', '2025-12-10T10:00:00Z', 'delivery', 100, 1) + close('2026-03-01', 1) + close('2026-01-01', 2),
  );
  const expected = [
    { month: '2025-12', number: 1, version: 1 },
    { month: '2026-01', number: 2, version: 1 },
    { month: '2026-02', number: 3, version: 1 },
    { month: '2026-03', number: 1, version: 1 },
  ];
  expect(await rows("select to_char(month, 'YYYY-MM') as month, number, version from month_close order by 1")).toEqual(expected);
  expect(await rows("select to_char(month, 'YYYY-MM') as month, number, version from month_closing order by 1")).toEqual(expected);
  expect(await rows("select month_is_open(1, 1, '2026-03-31') as march, month_is_open(1, 1, '2026-04-01') as april")).toEqual([
    { march: false, april: true },
  ]);
  await end();
});

// Each month has a delivery late on its last evening, and a load of the next day that ended before the delivery.
const crossed = ['09', '10'].flatMap((month) => [
  move(`2026-${month}-05`, `2026-${month}-05T10:00:00Z`, 'delivery', 1000, 1),
  move(`2026-${month}-30`, `2026-${month}-30T21:30:00Z`, 'delivery', 1000, 3),
  move(`2026-${Number(month) + 1}-01`.replace(/-(\d)-/, '-0$1-'), `2026-${month}-30T20:00:00Z`, 'load', -1000, 1),
]);

test('averages of open months are recomputed by day and listed; averages of closed months stay', async () => {
  const before = await broughtUp(crossed.join(''));
  // The load of the next day now follows the delivery: (1 000 × 1 + 1 000 × 3) ÷ 2 000.
  expect(await before.rows("select average::float8 as average from stock_average where day = '2026-09-30'")).toEqual([{ average: 2 }]);
  expect(before.notices).toContain('client 1, ingredient 1: the average of 2026-09-30 changed from 3.00000 to 2.00000');
  await before.end();

  const closed = await broughtUp(crossed.join('') + close('2026-09-01', 1));
  expect(await closed.rows("select average::float8 as average from stock_average where day = '2026-09-30'")).toEqual([{ average: 3 }]);
  expect(closed.notices.filter((notice) => notice.includes('2026-09'))).toEqual([]);
  expect(closed.notices.filter((notice) => notice.includes('2026-10')).length).toBeGreaterThan(0);
  // The next move is added to the stock at the end of the closed month.
  expect(await closed.rows("select average::float8 as average from stock_average where day = '2026-10-05'")).toEqual([
    { average: (1000 * 3 + 1000 * 1) / 2000 },
  ]);
  await closed.end();
});
