import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { serverOn, type TestApi } from '#tests/support/api.ts';
import { makeDataFolder } from '#tests/support/data-folder.mjs';
import { makeClient } from '#tests/support/factories.ts';
import { updateBiViews } from './views.ts';

/** An address of this machine alone, at which no other database listens. */
const ADDRESS = '127.83.71.19';
const log = { info: () => {}, error: () => {} };

let folder: string;
let embedded: Embedded;
let api: TestApi;

beforeAll(async () => {
  folder = makeDataFolder(`manger-listen-${process.pid}-`);
  embedded = await startEmbedded({ dataDir: folder, log, durable: false, listen: ADDRESS });
  await migrate(embedded.url);
  await updateBiViews(embedded.url);
  api = await serverOn(embedded.url);
});
afterAll(async () => {
  await api.close();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query(user: string | null, password: string, text: string, database = 'manger'): Promise<unknown[]> {
  const client = new pg.Client({ host: ADDRESS, port: 5432, user: user ?? '', password, database });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('over the network only the roles of clients sign in, with their password and to the data’s database', async () => {
  const { owner } = await makeClient(api);
  const { data } = await owner.post('manager/database-access/', undefined);
  const { role, password } = data;
  expect(await query(role, password, 'select current_user::text as role, count(*)::integer as farms from bi.farms')).toEqual([
    { role, farms: 0 },
  ]);
  await expect(query(role, `${password}x`, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await expect(query(role, password, 'select 1', 'postgres')).rejects.toMatchObject({ code: '28000' });
  for (const user of ['manger', 'postgres']) await expect(query(user, '', 'select 1')).rejects.toMatchObject({ code: '28000' });
  for (const text of ['select pg_advisory_lock(721130001)', 'select lo_create(0)', "select lo_from_bytea(0, '')"]) {
    await expect(query(role, password, `set default_transaction_read_only = off; ${text}`)).rejects.toMatchObject({ code: '42501' });
  }
  expect((await owner.delete('manager/database-access/')).status).toBe(204);
  await expect(query(role, password, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

test('programs of analysis leave the application its connections', async () => {
  const { owner } = await makeClient(api);
  const { data } = await owner.post('manager/database-access/', undefined);
  const sessions = Array.from({ length: 8 }, () => {
    const client = new pg.Client({ host: ADDRESS, port: 5432, user: data.role, password: data.password, database: 'manger' });
    client.on('error', () => {});
    return client;
  });
  const opened = await Promise.allSettled(sessions.map((session) => session.connect()));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await Promise.all(sessions.map((session) => session.end().catch(() => {})));
  const app = new pg.Client({ connectionString: embedded.url });
  await app.connect();
  const { rows } = await app.query<{ reserved: string; member: boolean }>(
    "select current_setting('reserved_connections') as reserved, pg_has_role('pg_use_reserved_connections', 'usage') as member",
  );
  await app.end();
  expect(rows[0]).toEqual({ reserved: '57', member: true });
});
