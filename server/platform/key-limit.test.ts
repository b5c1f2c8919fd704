import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Principal } from '#server/platform/auth/principal.ts';
import { failed } from './http/mount.ts';
import { createKeyLimit } from './key-limit.ts';

const log = { error: () => {} } as never;
let at = 0;

function serveKeys(limit: number) {
  const keys = createKeyLimit(limit, () => at);
  const app = new Hono();
  app.get('/:key', (http) => {
    const key = http.req.param('key');
    keys.count(http, (key === 'person' ? {} : { key: Number(key) }) as Principal);
    return http.json({ data: key });
  });
  app.onError((error, http) => failed(http as never, error, log));
  return async (key: string) => {
    const { status, headers } = await app.request(`/${key}`);
    return [
      status,
      headers.get('ratelimit-limit'),
      headers.get('ratelimit-remaining'),
      headers.get('ratelimit-reset'),
      headers.get('retry-after'),
    ];
  };
}

test('a key is refused over its limit until its minute ends, and each answer states the limit', async () => {
  at = 0;
  const ask = serveKeys(2);
  expect(await ask('1')).toEqual([200, '2', '1', '60', null]);
  at = 20_500;
  expect(await ask('1')).toEqual([200, '2', '0', '40', null]);
  expect(await ask('1')).toEqual([429, '2', '0', '40', '40']);
  expect(await ask('2')).toEqual([200, '2', '1', '60', null]);
  at = 60_000;
  expect(await ask('1')).toEqual([200, '2', '1', '60', null]);
});

test('people have no limit of requests and no headers of one', async () => {
  const ask = serveKeys(0);
  expect(await ask('person')).toEqual([200, null, null, null, null]);
});
