import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type Pooler, startPooler } from '#tests/support/pooler.ts';
import { type Database, type Db, openDatabase, run } from './database.ts';

const CLIENTS = [1, 2, 3, 4];
let fresh: FreshDatabase;
let pooler: Pooler;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  pooler = await startPooler(fresh.url);
  database = openDatabase({ url: pooler.url, shared: [pooler.url], max: 8 });
  for (const id of CLIENTS) {
    await run(database.acrossClients(), 'insert into client (id, company_name) overriding system value values ($1, $2)', [
      id,
      `client ${id}`,
    ]);
    await run(database.forClient(id), 'insert into company (client_id, name) values ($1, $2)', [id, `of ${id}`]);
  }
});
afterAll(async () => {
  await database.close();
  await pooler.close();
  await fresh.drop();
});

/** The visible rows without any filter by the test. */
const seen = async (db: Db) => (await db.selectFrom('company').select('name').orderBy('name').execute()).map(({ name }) => name);
const all = CLIENTS.map((id) => `of ${id}`);

test('concurrent transactions behind a pooler see their own tenants on any connection', async () => {
  const asked = Array.from({ length: 300 }, (_, n) => CLIENTS[n % CLIENTS.length] as number);
  const ways = [database.forClient, database.changing, (id: number) => database.reports(id), (id: number) => database.reports(id, 'long')];
  const answers = await Promise.all(asked.map((id, n) => seen((ways[n % 3] as (typeof ways)[0])(id))));
  expect(answers).toEqual(asked.map((id) => [`of ${id}`]));
  const mixed = await Promise.all([seen(database.forClient(2)), seen(database.acrossClients()), seen(database.forClient(3))]);
  expect(mixed).toEqual([['of 2'], all, ['of 3']]);
});

test('a transaction keeps its tenant, and a statement after its end has none', async () => {
  const work = (id: number) =>
    database
      .changing(id)
      .transaction()
      .execute(async (tx) => {
        const before = await seen(tx);
        await sql`update company set name = name`.execute(tx);
        return [...before, ...(await seen(tx))];
      });
  expect(await Promise.all(CLIENTS.map(work))).toEqual(CLIENTS.map((id) => [`of ${id}`, `of ${id}`]));
  await expect(
    database
      .forClient(1)
      .transaction()
      .execute((tx) => sql`select 1 / 0`.execute(tx)),
  ).rejects.toMatchObject({ code: '22012' });
  expect(await seen(database.forClient(2))).toEqual(['of 2']);
});

test('session settings travel with each transaction and stay on no connection', async () => {
  const NAMES = ['TimeZone', 'statement_timeout', 'jit', 'enable_nestloop', 'transaction_read_only'];
  const settings = async (db: Db) => {
    const { rows } = await sql<{ value: string }>`select current_setting(name) as value from unnest(${NAMES}::text[]) name`.execute(db);
    return rows.map(({ value }) => value);
  };
  const changes = ['UTC', '1min', 'off', 'on', 'off'];
  expect(await settings(database.forClient(1))).toEqual(changes);
  expect(await database.changing(1).transaction().execute(settings)).toEqual(changes);
  expect(await settings(database.reports(1))).toEqual(['UTC', '30s', 'off', 'off', 'on']);
  await expect(run(database.reports(1), 'update company set name = name')).rejects.toMatchObject({ code: '25006' });

  const bare = new pg.Client({ connectionString: pooler.url });
  await bare.connect();
  for (let connection = 0; connection < 3; connection += 1) {
    const { rows } = await bare.query(
      `select concat(current_setting('manger.client_id', true), current_setting('manger.all_clients', true)) as tenant,
              current_setting('statement_timeout') as timeout`,
    );
    expect(rows).toEqual([{ tenant: '', timeout: '0' }]);
  }
  await bare.end();
});

test('a repeated statement isn’t used by name on a connection that never prepared it', async () => {
  for (let time = 0; time < 8; time += 1) {
    expect(await run(database.forClient(1), 'select name from company where client_id = $1', [1])).toEqual([{ name: 'of 1' }]);
  }
});

test('several statements in one text have their tenant too', async () => {
  const insert = (name: string) => `insert into company (client_id, name) values (4, '${name}')`;
  await run(database.forClient(4), `${insert('first')}; ${insert('second')}`);
  expect(await seen(database.forClient(4))).toEqual(['first', 'of 4', 'second']);
  await expect(run(database.forClient(1), `select 1; ${insert('of another')}`)).rejects.toMatchObject({ code: '42501' });
});

test('a query without a tenant is refused instead of returning nothing', async () => {
  const untold = new pg.Client({ connectionString: fresh.url });
  await untold.connect();
  try {
    const refusal = { code: 'MN001', message: 'no tenant was told in this transaction' };
    await expect(untold.query('select name from company')).rejects.toMatchObject(refusal);
    await untold.query("begin; select set_config('manger.client_id', '1', true); commit");
    await expect(untold.query('select name from company')).rejects.toMatchObject(refusal);
    await expect(untold.query("insert into company (client_id, name) values (1, 'x')")).rejects.toMatchObject(refusal);
    await expect(untold.query('delete from company')).rejects.toMatchObject(refusal);
  } finally {
    await untold.end();
  }
});
