import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { startServices } from '#server/platform/services.ts';
import { tables } from '#server/tables.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type Pair, startPair } from '#tests/support/replica.ts';
import { type Database, openDatabase } from './database.ts';
import { checkReplica } from './outside.ts';

let pair: Pair;
let database: Database;

beforeAll(async () => {
  pair = await startPair();
  database = openDatabase({ url: pair.primary.url, reportsUrl: pair.replica.url, max: 8 });
  await write('first');
});
afterAll(async () => {
  await database?.close();
  await pair?.close();
});

const write = (name: string) => sql`insert into setting (name, value) values (${name}, '1')`.execute(database.changing(1));
/** Whether a report sees the row of that name, and whether a replica answered. */
async function seen(name: string) {
  const { rows } = await sql<{ there: boolean; replica: boolean }>`
    select exists (select from setting where name = ${name}) as there, pg_is_in_recovery() as replica`.execute(database.reports(1));
  return rows[0];
}
const state = () => database.replicas().health[0]?.state;
const isFresh = () => expect.poll(state).toBe('fresh');
beforeEach(isFresh);

test('a report on a replica contains the latest writes', async () => {
  for (let turn = 0; turn < 30; turn += 1) {
    await write(`turn ${turn}`);
    expect(await seen(`turn ${turn}`)).toMatchObject({ there: true });
  }
  expect(await seen('turn 29')).toEqual({ there: true, replica: true });
});

test('a late replica isn’t used: the primary answers, and health shows the lag', async () => {
  await pair.replica.admin('select pg_wal_replay_pause()');
  try {
    const { fallbacks } = database.replicas();
    await write('while it is behind');
    expect(await seen('while it is behind')).toEqual({ there: true, replica: false });
    expect(state()).toBe('late');
    expect(database.replicas().fallbacks).toBeGreaterThan(fallbacks);
    await expect.poll(() => database.replicas().health[0]?.lag ?? 0).toBeGreaterThan(0.5);
  } finally {
    await pair.replica.admin('select pg_wal_replay_resume()');
  }
  await isFresh();
  expect(await seen('while it is behind')).toEqual({ there: true, replica: true });
  await expect.poll(() => database.replicas().health[0]?.lag).toBe(0);
});

test('health and metrics report replicas', async () => {
  const log = pino({ level: 'silent' });
  const { services, events } = await startServices({ database, tables, secret: 'a secret of the tests, long enough', log });
  const app = createApp({ services, events, version: 'test' });
  const health = await (await app.fetch(new Request('http://localhost/healthz'))).json();
  expect(health).toMatchObject({
    status: 'ok',
    replicas: [{ state: 'fresh', lag: expect.any(Number), host: expect.stringContaining('two') }],
  });
  const metrics = await (await app.fetch(new Request('http://localhost/metrics'))).text();
  expect(metrics).toMatch(/^manger_replica_lag_seconds\{host=".*two.*"\} [\d.]+$/m);
  expect(metrics).toMatch(/^manger_replica_usable\{host=".*two.*"\} 1$/m);
  expect(metrics).toMatch(/^manger_replica_fallbacks \d+$/m);
  expect(metrics).not.toContain('manger@');
  await events.close();
});

test('a replica that dies costs no request', async () => {
  const slow = () => sql<{ one: number }>`select 1 as one from (select pg_sleep(1)) s`.execute(database.reports(1));
  const asked = Promise.all([slow(), slow()]);
  const underWay = async () => (await pair.replica.admin("select from pg_stat_activity where query like 'select 1 as one%'")).length;
  await expect.poll(underWay).toBe(2);
  await pair.replica.kill();
  for (const { rows } of await asked) expect(rows).toEqual([{ one: 1 }]);
  expect(await seen('first')).toEqual({ there: true, replica: false });
  await pair.replica.start();
  await isFresh();
  expect(await seen('first')).toEqual({ there: true, replica: true });
});

test('a replica that hangs costs no request', async () => {
  await pair.replica.freeze();
  try {
    await Promise.all(Array.from({ length: 4 }, async () => expect(await seen('first')).toEqual({ there: true, replica: false })));
    await expect.poll(state).toBe('away');
    expect(await seen('first')).toEqual({ there: true, replica: false });
  } finally {
    pair.replica.thaw();
  }
});

test('a host that takes writes isn’t used as a replica, and another database is refused by name', async () => {
  const itself = openDatabase({ url: pair.primary.url, reportsUrl: pair.primary.url, max: 8 });
  try {
    await expect.poll(() => itself.replicas().health[0]?.state).toBe('no standby');
    expect((await sql`select 1 as one`.execute(itself.reports(1))).rows).toEqual([{ one: 1 }]);
  } finally {
    await itself.close();
  }
  await checkReplica(pair.primary.url, pair.replica.url);
  await checkReplica(pair.primary.url, pair.primary.url);
  const other = await freshDatabase();
  await expect(checkReplica(pair.primary.url, other.url)).rejects.toThrow(
    'REPORTS_DATABASE_URL is no replica of DATABASE_URL: it holds another database.',
  );
  await other.drop();
});
