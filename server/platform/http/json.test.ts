import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { make, makeClient, type TestClient } from '#tests/support/factories.ts';

let api: TestApi;
let client: TestClient;
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  api.app.fetch(
    new Request('http://localhost/api/perm/groups/', { method, headers: { authorization: `JWT ${client.owner.token}`, ...headers } }),
  );

beforeAll(async () => {
  api = await startApi();
  client = await makeClient(api);
  for (let n = 1; n <= 30; n += 1) await make(client.owner, 'perm/groups/', { name: `Feeders ${n}`, permissions: [] });
});
afterAll(() => api.close());

it('a list comes compressed to who understands it, and as it is to others', async () => {
  const plain = await ask();
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
  const text = await plain.text();
  for (const refusal of ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])
    expect((await ask({ 'accept-encoding': refusal })).headers.get('content-encoding')).toBeNull();
  const packed = await ask({ 'accept-encoding': 'gzip, br' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.length).toBeLessThan(text.length / 2);
});

it('what is read again and didn’t change isn’t sent again', async () => {
  const first = await ask({ 'accept-encoding': 'gzip' });
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
  const again = await ask({ 'if-none-match': etag, 'accept-encoding': 'gzip' });
  expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    etag,
    'no-store',
  ]);
  await make(client.owner, 'perm/groups/', { name: 'Another', permissions: [] });
  const changed = await ask({ 'if-none-match': etag });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
});
