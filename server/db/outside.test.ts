import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { AUTHORITY, type Pooler, startPooler } from '#tests/support/pooler.ts';
import { openDatabase, run } from './database.ts';
import { connected, connectTo, demandPrimary, hostsOf } from './hosts.ts';
import { checkListener, checkOutside } from './outside.ts';

let fresh: FreshDatabase;
let pooler: Pooler;
let secure: Pooler;
beforeAll(async () => {
  fresh = await freshDatabase();
  pooler = await startPooler(fresh.url);
  secure = await startPooler(fresh.url, { tls: true });
});
afterAll(async () => {
  await pooler.close();
  await secure.close();
  await fresh.drop();
});

test('detects a pooler that shares connections', async () => {
  expect(await checkOutside(fresh.url)).toEqual({ shared: false });
  expect(await checkOutside(pooler.url)).toEqual({ shared: true });
});

test('refuses an address that receives no notifications and names its setting', async () => {
  await checkListener(fresh.url, undefined);
  await checkListener(pooler.url, fresh.url);
  await expect(checkListener(pooler.url, undefined)).rejects.toThrow('Set LISTEN_DATABASE_URL to the database itself');
  await expect(checkListener(fresh.url, pooler.url)).rejects.toThrow('LISTEN_DATABASE_URL hears nothing of what DATABASE_URL tells');
  const other = await freshDatabase();
  await expect(checkListener(fresh.url, other.url)).rejects.toThrow('It must lead to the same database');
  await other.drop();
});

test('refuses more connections than the database allows and names the setting', async () => {
  await expect(checkOutside(fresh.url, 'DATABASE_URL', 100_000)).rejects.toThrow(
    /^DATABASE_POOL may take 100000 connections, and DATABASE_URL gives \d+\. Set a smaller one, or raise max_connections\.$/,
  );
});

const NOBODY = '127.0.0.1:1';
const several = (url: string) => url.replace('@', `@${NOBODY},`);

test('takes the first of several hosts that answers', async () => {
  const url = several(pooler.url);
  expect(hostsOf(url)).toEqual([pooler.url.replace(/@[^/]*/, `@${NOBODY}`), pooler.url]);
  expect(hostsOf('postgresql://manger@/manger?host=%2Ftmp%2Fa,b')).toHaveLength(1);
  await connected(connectTo(url), async (client) => expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]));
  expect(await checkOutside(url)).toEqual({ shared: true });
  const database = openDatabase({ url, shared: [url], max: 4 });
  try {
    const dbs = [database.acrossClients(), database.changing(1), database.reports(1)];
    expect(await Promise.all(dbs.map((db) => run(db, 'select 1 as one')))).toEqual(dbs.map(() => [{ one: 1 }]));
  } finally {
    await database.close();
  }
  await expect(connectTo(`postgresql://x@${NOBODY},127.0.0.1:2/y`)).rejects.toThrow('ECONNREFUSED 127.0.0.1:1');
});

test('skips a standby if another host takes writes', async () => {
  const answering = (standby: boolean) =>
    ({ query: async () => ({ rows: [{ standby }] }) }) as unknown as Parameters<typeof demandPrimary>[0];
  const demanded = (standby: boolean) => new Promise((resolve) => demandPrimary(answering(standby), resolve));
  expect(await demanded(false)).toBeUndefined();
  expect(await demanded(true)).toEqual(new Error('the database is a standby'));
});

test('TLS to the database accepts only the configured authority', async () => {
  const asked = (parameters: string) => checkOutside(`${secure.url}?${parameters}`);
  expect(await asked(`sslmode=verify-full&sslrootcert=${AUTHORITY}`)).toEqual({ shared: true });
  await expect(asked('sslmode=verify-full')).rejects.toThrow(/^DATABASE_URL can't be reached: .*Name its authority: .*sslrootcert=/);
  await expect(asked(`sslmode=verify-full&sslrootcert=${AUTHORITY}.not`)).rejects.toThrow(
    `DATABASE_URL names sslrootcert ${AUTHORITY}.not, which can't be read: there is no such place.`,
  );
  await expect(
    checkOutside(`${secure.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${AUTHORITY}`),
  ).rejects.toThrow("DATABASE_URL can't be reached: Hostname/IP does not match certificate's altnames");
});
