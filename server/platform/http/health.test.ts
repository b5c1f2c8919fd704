import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import pino from 'pino';
import { expect } from 'vitest';
import { fillWhenEmpty } from '#bin/fill.ts';
import { createApp } from '#server/app.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { readSettings } from '#server/settings.ts';
import type { TestApi } from '#tests/support/api.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { databaseHealth, PROBE_TIMEOUT_MS } from './health.ts';

let api: TestApi;
let silent: Server;
const opened: Database[] = [];
const open = (options: Parameters<typeof openDatabase>[0]) => {
  const database = openDatabase(options);
  opened.push(database);
  return database;
};
const NOWHERE = 'postgresql://nobody:x@127.0.0.1:1/none';
let hanging: string;

test.beforeAll(async ({ api: server }) => {
  api = server;
  // A host that accepts connections and never answers.
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  hanging = `postgresql://nobody:x@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
});
test.afterAll(async () => {
  silent.close();
  // The end of a hanging connection isn't awaited.
  await Promise.race([Promise.allSettled(opened.map((database) => database.close())), new Promise((resolve) => setTimeout(resolve, 500))]);
});

/** The app on another database. */
const appOn = (database: Database) =>
  createApp({
    services: { ...api.services, database },
    events: { subscribe: () => () => {}, listening: () => 0, close: async () => {} },
    version: 'test',
  });

test('health is reported within a second, also if the database is gone or hangs', async () => {
  expect(await databaseHealth(api.database)).toBe('ok');
  expect(await databaseHealth(open({ url: NOWHERE }))).toBe('database unreachable');
  expect(await databaseHealth(open({ url: hanging }))).toBe('database too slow');
  expect(PROBE_TIMEOUT_MS).toBeLessThan(1000);
});

test('a request without a database gets 503 with a retry time', async () => {
  const client = await makeClient(api);
  const app = appOn(open({ url: NOWHERE }));
  const answer = await app.fetch(
    new Request('http://localhost/api/manager/companies/', { headers: { authorization: `JWT ${client.owner.token}` } }),
  );
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(((await answer.json()) as { errors: { detail: { code: string }[] } }).errors.detail[0]?.code).toBe('database_away');
});

test('reports run on the primary while the replica is away', async () => {
  const database = open({ url: api.url, reportsUrl: NOWHERE });
  const rows = await database.reports(1).selectFrom('setting').select('name').execute();
  expect(rows).toEqual(expect.any(Array));
  const app = appOn(database);
  const { owner } = await makeClient(api);
  const answer = await app.fetch(new Request('http://localhost/api/report/list/', { headers: { authorization: `JWT ${owner.token}` } }));
  expect(answer.status).toBe(200);
});

test('two servers that start together on an empty database fill it once', async () => {
  const { url, drop } = await freshDatabase();
  const settings = readSettings({ DATABASE_URL: url, DEMO: '1', FIXTURES: 'tiny', SECRET_KEY: 'a secret of the tests, long enough' });
  const log = pino({ level: 'silent' });
  const fill = () => fillWhenEmpty(url, settings, { embedded: undefined, log });
  expect(await Promise.all([fill(), fill()])).toEqual(['tiny', 'tiny']);
  const database = openDatabase({ url });
  const { n } = await database
    .acrossClients()
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('email', '=', 'owner@manger.test')
    .executeTakeFirstOrThrow();
  expect(n).toBe(1);
  await database.close();
  await drop();
});
