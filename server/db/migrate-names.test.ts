import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';

test('the upgrade to unique name keys numbers later spellings of a name, and reports them', async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await migrate(database.url, { until: '189-z' });
  await client.query("select set_config('manger.all_clients', 'on', false)");
  const notices: string[] = [];
  await client.query(`
    insert into client (company_name) values ('A'), ('B');
    insert into delivery_company (client_id, name, deleted) values
      (1, 'ТОВ «Зерно»', false), (1, 'ТОВ "Зерно"', false), (1, 'ТОВ  “зерно”', false), (1, 'ТОВ "Зерно" (2)', false),
      (1, 'ТОВ „Зерно“', true), (2, 'ТОВ "Зерно"', false);`);
  await migrate(database.url, { onNotice: (message) => notices.push(message) });
  const { rows } = await client.query('select client_id::int as client, name from delivery_company order by id');
  expect(rows.map(({ client: owner, name }) => `${owner} ${name}`)).toEqual([
    ...['1 ТОВ «Зерно»', '1 ТОВ "Зерно" (3)', '1 ТОВ  “зерно” (4)', '1 ТОВ "Зерно" (2)', '1 ТОВ „Зерно“', '2 ТОВ "Зерно"'],
  ]);
  expect(notices.filter((notice) => notice.startsWith('delivery_company:'))).toHaveLength(2);
  const taken = client.query("insert into delivery_company (client_id, name) values (1, 'тов «зерно»')");
  await expect(taken).rejects.toMatchObject({ code: '23505', constraint: 'delivery_company_name' });
  await client.end();
  await database.drop();
});
