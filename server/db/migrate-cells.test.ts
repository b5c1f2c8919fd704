import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';

test('the upgrade without cells keeps the clients of a cell, and refuses a database with an unfinished move', async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await migrate(database.url, { until: '184-z' });
  await client.query("select set_config('manger.all_clients', 'on', false)");
  await client.query(`
    insert into setting (name, value) values ('cell', '{"number": 2, "key": "k"}');
    insert into client (id, company_name, locked) overriding system value values (2000000000, 'Here', false), (2000000001, 'Locked', true);
    insert into client (id, company_name, moving, cell) overriding system value values (1000000007, 'Gone', 'left', 1);
  `);
  await expect(migrate(database.url)).rejects.toThrow('Gone (1000000007)');
  await client.query("update client set moving = null, cell = null where company_name = 'Gone'");
  expect(await migrate(database.url)).toContain('185-no-cells.sql');
  const { rows } = await client.query('select id::int, company_name, locked from client order by id');
  expect(rows).toEqual([
    { id: 1_000_000_007, company_name: 'Gone', locked: false },
    { id: 2_000_000_000, company_name: 'Here', locked: false },
    { id: 2_000_000_001, company_name: 'Locked', locked: true },
  ]);
  expect((await client.query("select from setting where name = 'cell'")).rowCount).toBe(0);
  await client.end();
  await database.drop();
});
