import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { make, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const ask = (api: TestApi, client: TestClient, headers: Record<string, string> = {}, method = 'GET') =>
  api.app.fetch(
    new Request('http://localhost/api/perm/groups/', { method, headers: { authorization: `JWT ${client.owner.token}`, ...headers } }),
  );

test.beforeAll(async ({ client }) => {
  for (let n = 1; n <= 30; n += 1) await make(client.owner, 'perm/groups/', { name: `Feeders ${n}`, permissions: [] });
});

test('a list is compressed for clients that accept it, and plain for others', async ({ api, client }) => {
  const plain = await ask(api, client);
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
  const text = await plain.text();
  for (const refusal of ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])
    expect((await ask(api, client, { 'accept-encoding': refusal })).headers.get('content-encoding')).toBeNull();
  const packed = await ask(api, client, { 'accept-encoding': 'gzip, br' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.length).toBeLessThan(text.length / 2);
});

test('an unchanged answer isn’t sent again', async ({ api, client }) => {
  const first = await ask(api, client, { 'accept-encoding': 'gzip' });
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
  const again = await ask(api, client, { 'if-none-match': etag, 'accept-encoding': 'gzip' });
  expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    etag,
    'no-store',
  ]);
  for (const tags of [`"other", ${etag}`, etag.slice(2), '*']) {
    expect([tags, (await ask(api, client, { 'if-none-match': tags })).status]).toEqual([tags, 304]);
  }
  await make(client.owner, 'perm/groups/', { name: 'Another', permissions: [] });
  const changed = await ask(api, client, { 'if-none-match': etag });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
});
