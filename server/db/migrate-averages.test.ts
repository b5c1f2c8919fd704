import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';

const FARM = `
  insert into client (company_name) values ('A');
  insert into company (client_id, name) values (1, 'C');
  insert into farm (client_id, company_id, name, timezone) values (1, 1, 'F', 'Europe/Kyiv');
  insert into stock (client_id, company_id, farm_id, name, type) values (1, 1, 1, 'S', 'warehouse');
  insert into ingredient_type (client_id, name) values (1, 'T');
  insert into ingredient (client_id, farm_id, stock_id, type_id, name, price) values (1, 1, 1, 1, 'I', 1);
  insert into month_close (client_id, farm_id, month, number, version) values (1, 1, '2026-09-01', 1, 1);
`;
const move = (day: string, kind: string, kg: number, price: string) => `
  insert into ledger (client_id, at, day, farm_id, stock_id, ingredient_id, kind, kg, price, value)
  values (1, '${day}T09:00:00Z', '${day}', 1, 1, 1, '${kind}', ${kg}, ${price}, round(${kg} * ${price}, 5));`;
const KEPT = `
  select (select json_agg(l order by id) from (select id, kg, price::float8, value::float8 from ledger) l) as moves,
    (select json_agg(a order by day) from (select day, rest::float8, average::float8 from stock_average) a) as averages,
    (select json_agg(d order by day, kind) from (select day, kind, value::float8 from stock_day) d) as days,
    (select json_agg(m order by month, kind) from (select month, kind, value::float8 from stock_month) m) as months`;

test('the upgrade to twelve decimals changes no figure of closed and open months, and the next delivery makes an exact average', async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await migrate(database.url, { until: '159-z' });
  await client.query("select set_config('manger.all_clients', 'on', false)");
  // Each month has an average with endless decimals, and a load at its stored value.
  const months = ['09', '10'].map((month) =>
    [
      move(`2026-${month}-02`, 'delivery', 300, '1'),
      move(`2026-${month}-05`, 'delivery', 400, '1.01'),
      move(`2026-${month}-20`, 'load', -100, '1.00571'),
    ].join(''),
  );
  await client.query(FARM + months.join(''));
  const { rows: before } = await client.query(KEPT);
  await migrate(database.url);
  expect((await client.query(KEPT)).rows).toEqual(before);
  // The rows above were not posted, which would have updated the rest.
  await client.query('update ingredient set rest = 1200');
  const delivery = { n: 0, ingredient: 1, kg: 700, price: 2, kind: 'delivery', at: '2026-11-03T09:00:00Z', day: '2026-11-03', farm: 1 };
  await client.query('select from post_moves(1, null, $1)', [JSON.stringify([delivery])]);
  const { rows: averages } = await client.query<{ average: string }>(
    "select average::text from stock_average where day >= '2026-10-05' order by day",
  );
  const october = Number(averages[0]?.average);
  expect(averages[1]).toEqual({ average: ((1200 * october + 700 * 2) / 1900).toFixed(12) });
  await client.end();
  await database.drop();
});
