import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import type { TestApi } from '#tests/support/api.ts';
import { test } from '#tests/support/test.ts';
import { countAttempt, countedFrom, forget, type Policy, takeBack } from './limiter.ts';

const START = Date.parse('2026-03-10T08:00:00Z');
/** Counts an attempt at a second: 0 if it is let through, otherwise the wait in seconds. */
const limiterOf =
  ({ services: { database } }: TestApi, policy: Policy) =>
  (key: string, seconds: number): Promise<number> =>
    countAttempt({ database, now: () => new Date(START + seconds * 1000) }, [{ key, policy }]).then(
      () => 0,
      ({ status, errors }) => (status === 429 ? errors.detail[0].limit : Promise.reject(status)),
    );

test('lets a number of attempts through in any window, by key, and returns the wait', async ({ api }) => {
  const limit = limiterOf(api, { free: 2, window: 60 });
  expect([await limit('a', 0), await limit('a', 50), await limit('a', 59), await limit('b', 59)]).toEqual([0, 0, 1, 0]);
  expect([await limit('a', 60), await limit('a', 61), await limit('a', 110), await limit('a', 119)]).toEqual([0, 49, 0, 1]);
});

test('concurrent attempts are limited exactly, although their clocks differ slightly', async ({ api }) => {
  const limit = limiterOf(api, { free: 5, window: 60 });
  const waits = await Promise.all(Array.from({ length: 40 }, (_, index) => limit('herd', ((index * 7) % 40) / 100)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

test('each further failure doubles the wait, until none happens for a while', async ({ api }) => {
  const limit = limiterOf(api, { free: 2, longest: 10, forgotten: 100 });
  expect([await limit('c', 0), await limit('c', 0), await limit('c', 0), await limit('c', 2), await limit('c', 4)]).toEqual([
    0, 0, 2, 0, 2,
  ]);
  expect([await limit('c', 6), await limit('c', 7), await limit('c', 14), await limit('c', 15)]).toEqual([0, 7, 0, 9]);
  expect([await limit('c', 115), await limit('c', 115), await limit('c', 115)]).toEqual([0, 0, 2]);
});

test('a key that must wait keeps the other keys from being counted', async ({ api }) => {
  const { database } = api.services;
  const now = () => new Date(START);
  const count = (...keys: string[]) =>
    countAttempt(
      { database, now },
      keys.map((key) => ({ key, policy: { free: 2, window: 60 } })),
    );
  await count('d', 'e');
  await count('d');
  await expect(count('d', 'e')).rejects.toMatchObject({ status: 429 });
  await count('e');
  await expect(count('e')).rejects.toMatchObject({ status: 429 });
});

test('a corrected clock that was ahead blocks nobody', async ({ api }) => {
  const limit = limiterOf(api, { free: 2, window: 60 });
  expect([await limit('f', 9000), await limit('f', 9000), await limit('f', 9000)]).toEqual([0, 0, 60]);
  expect([await limit('f', 0), await limit('f', 0), await limit('f', 0)]).toEqual([0, 0, 60]);
  expect([await limit('f', 120), await limit('f', 10)]).toEqual([0, 0]);
});

test.for([
  ['taken back', takeBack],
  ['forgotten', forget],
] as const)('an attempt that is %s locks the keys in the order in which attempts are counted', async ([name, settle], { api }) => {
  const db = api.services.database.acrossClients();
  const at = new Date(START);
  const [first, last] = [`${name} 1`, `${name} 2`];
  // The last key is stored first and found first.
  for (const key of [last, first])
    await sql`insert into attempt (key, failures, at, next_at) values (${key}, 1, ${at}, 'epoch')`.execute(db);
  const lockAttempt = (tx: Tx, key: string) => sql`select from attempt where key = ${key} for update nowait`.execute(tx);
  let settled: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await lockAttempt(tx, first);
    settled = settle(db, [first, last], at);
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
    await lockAttempt(tx, last);
  });
  await settled;
});

test('attempts on secret links from many addresses of one IPv6 network are counted together', async ({ api }) => {
  const tried: [string, string, object?][] = [
    ['GET', 'report/files/no-such-secret/'],
    ['POST', 'report/shared/look/', { secret: 'no-such-secret', language: 'en' }],
    ['POST', 'report/mail-consent/look/', { secret: 'no-such-secret' }],
    ['POST', 'auth/link/look/', { secret: 'no-such-secret' }],
  ];
  for (const [method, path, body] of tried) {
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:5:1:${index.toString(16)}::1` };
        return (await api.app.request(`/api/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).status;
      }),
    );
    expect([path, statuses.filter((status) => status === 404).length, statuses.filter((status) => status === 429).length]).toEqual([
      path,
      60,
      20,
    ]);
  }
});

test('a wide network has a higher limit than one of its addresses', () => {
  const policy = { free: 60, window: 60 };
  expect(countedFrom('a link', '2001:db8:5:1::1', policy)).toEqual([
    { key: 'a link from 2001:db8:5:1::/64', policy },
    { key: 'a link from 2001:db8:5::/48', policy: { free: 480, window: 60 } },
  ]);
  expect(countedFrom('a link', '203.0.113.9', policy)).toEqual([{ key: 'a link from 203.0.113.9', policy }]);
});
