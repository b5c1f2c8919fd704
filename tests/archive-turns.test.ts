import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Caller, TestApi } from './support/api.ts';
import { makeClient, makeFarm, type TestClient } from './support/factories.ts';
import { test } from './support/test.ts';

let api: TestApi;
let place: string;
const clients: TestClient[] = [];

test.beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'archive-turns-'));
  vi.stubEnv('TMPDIR', place);
});
test.beforeAll(async ({ api: server }) => {
  api = server;
  for (let i = 0; i < 5; i += 1) {
    const client = await makeClient(api);
    await makeFarm(client.owner);
    clients.push(client);
  }
});
test.afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true });
});

const ask = (caller: Caller, method = 'GET') =>
  api.app.fetch(new Request('http://localhost/api/archive/', { method, headers: { authorization: `JWT ${caller.token}` } }));
const owner = (at: number) => (clients[at] as TestClient).owner;
const made = async () =>
  (
    await sql<{ count: number }>`select count(*)::integer as count from activity where action = 'archive'`.execute(
      api.database.acrossClients(),
    )
  ).rows[0]?.count;

test('many concurrent requests of a client build one archive, and the others get a retry time', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(owner(0))));
  const good = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([good.length, refused.length]).toEqual([1, 59]);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['30']));
  expect(await refused[0]?.json()).toEqual({ errors: { detail: [expect.objectContaining({ code: 'too_many_at_once', limit: 30 })] } });
  // During the transfer only its own client waits.
  expect([(await ask(owner(0))).status, await readdir(place)]).toEqual([429, [expect.anything()]]);
  const other = await ask(owner(1));
  expect(other.status).toBe(200);
  await Promise.all([good[0]?.arrayBuffer(), other.body?.cancel()]);
  await expect.poll(() => readdir(place)).toEqual([]);
  const again = await ask(owner(0));
  expect(again.status).toBe(200);
  await again.body?.cancel();
  await expect.poll(() => readdir(place)).toEqual([]);
});

test('a few archives are made for many clients at once', async () => {
  const answers = await Promise.all(clients.map((_, at) => ask(owner(at))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  await expect.poll(() => readdir(place)).toEqual([]);
});

test('HEAD makes no archive', async () => {
  const before = await made();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(owner(0), 'HEAD')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await made(), await readdir(place)]).toEqual([before, []]);
  expect((await ask(api.nobody, 'HEAD')).status).toBe(401);
});
