import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { decryptFrom, encryptFor, seal } from '#server/domain/calibration.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const brands = 'dashboard/mixers/brands/';
const models = 'dashboard/mixers/models/';
const items = 'dashboard/mixers/items/';

let serial = 0;
const name = (what: string) => {
  serial += 1;
  return `${what} ${serial}`;
};
const expiry = (caller: Caller) => decodeJwt(caller.token).exp as number;
const encrypted = (root: Caller, text: string, caller = root) => encryptFor(expiry(caller), text);
const codes = (answer: { status: number; errors?: Record<string, { code: unknown }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];

async function makeModel(root: Caller) {
  const brand = await make(root, brands, { name: name('Brand') });
  return { brand, model: await make(root, models, { brand: brand.id, name: name('Model') }) };
}

test('brands, models and items are created, listed by their parents, changed and deleted', async ({ root }) => {
  const { brand, model } = await makeModel(root);
  const other = await makeModel(root);
  expect(model).toMatchObject({ brand: brand.id, brand_name: brand.name, version: 1 });
  const item = await make(root, items, { model: model.id, name: 'Zero', value: encrypted(root, '1') });
  const ids = async (path: string) => (await root.get(path)).data.map((row: { id: number }) => row.id);
  expect(await ids(`${models}?brand=${brand.id}`)).toEqual([model.id]);
  expect(await ids(`${items}?model=${model.id}`)).toEqual([item.id]);
  expect(await ids(`${items}?model=${other.model.id}`)).toEqual([]);
  expect(await ids(`${brands}?search=${encodeURIComponent(String(brand.name))}`)).toEqual([brand.id]);
  const moved = await root.put(`${models}${model.id}/`, { brand: other.brand.id, version: 1 });
  expect(moved.data).toMatchObject({ brand: other.brand.id, brand_name: other.brand.name, version: 2 });
  expect(codes(await root.put(`${models}${model.id}/`, { name: 'Late', version: 1 }))).toEqual([409, 'version stale_version']);
  expect((await root.delete(`${items}${item.id}/`)).status).toBe(204);
  expect((await root.get(`${items}${item.id}/`)).status).toBe(404);
});

test('a row with children isn’t deleted, and names them', async ({ root }) => {
  const { brand, model } = await makeModel(root);
  const item = await make(root, items, { model: model.id, name: 'Zero', value: encrypted(root, '1') });
  const refused = await root.delete(`${brands}${brand.id}/`);
  expect([refused.status, refused.errors.detail?.[0]]).toMatchObject([409, { code: 'in_use', values: [model.name] }]);
  expect((await root.delete(`${models}${model.id}/`)).errors.detail?.[0]).toMatchObject({ code: 'in_use', values: ['Zero'] });
  for (const path of [`${items}${item.id}/`, `${models}${model.id}/`, `${brands}${brand.id}/`]) {
    expect([path, (await root.delete(path)).status]).toEqual([path, 204]);
  }
});

test('a value is encrypted for each token, and sealed in the database', async ({ api, root }) => {
  const { model } = await makeModel(root);
  const text = '{"scale":0.98}';
  const item = await make(root, items, { model: model.id, name: 'Scale', value: encrypted(root, text) });
  expect(decryptFrom(expiry(root), String(item.value), 'value')).toBe(text);
  // Another token, another key.
  api.setNow(new Date(Date.now() + 5000));
  const second = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  const seen = (await second.get(`${items}?model=${model.id}`)).data[0].value;
  expect(decryptFrom(expiry(second), seen, 'value')).toBe(text);
  expect(() => decryptFrom(expiry(root), seen, 'value')).toThrow();
  const { rows } = await sql<{ text: string }>`select encode(value, 'escape') as text from mixer_item where id = ${item.id}`.execute(
    api.database.acrossClients(),
  );
  expect(rows[0]?.text).not.toContain('scale');
  // A change of only the name keeps the value.
  const renamed = await second.put(`${items}${item.id}/`, { name: 'Factor' });
  expect(decryptFrom(expiry(second), renamed.data.value, 'value')).toBe(text);
  const changed = await second.put(`${items}${item.id}/`, { value: encrypted(root, '2', second) });
  expect(decryptFrom(expiry(second), changed.data.value, 'value')).toBe('2');
});

test('the list stays readable with a value sealed by another secret', async ({ api, root }) => {
  const { model } = await makeModel(root);
  const item = await make(root, items, { model: model.id, name: 'Zero', value: encrypted(root, '1') });
  await sql`update mixer_item set value = ${seal('the secret of another server', '1')} where id = ${item.id}`.execute(
    api.database.acrossClients(),
  );
  expect((await root.get(`${items}?model=${model.id}`)).data[0].value).toBe('');
});

test('refuses wrong values at their field', async ({ root }) => {
  const { brand, model } = await makeModel(root);
  const item = (values: object) => root.post(items, { model: model.id, name: 'Zero', value: encrypted(root, '1'), ...values });
  expect(codes(await item({ value: 'nonsense' }))).toEqual([400, 'value 23']);
  expect(codes(await item({ value: encryptFor(1, '1') }))).toEqual([400, 'value 23']);
  expect(codes(await item({ value: undefined }))).toEqual([400, 'value 2']);
  expect(codes(await item({ model: 999_999 }))).toEqual([400, 'model 23']);
  expect(codes(await root.post(models, { brand: 999_999, name: 'x' }))).toEqual([400, 'brand 23']);
  expect(codes(await root.post(brands, { name: String(brand.name).toUpperCase() }))).toEqual([400, 'name 5']);
  expect(codes(await root.post(models, { brand: brand.id, name: model.name }))).toEqual([400, 'name 5']);
});

test('only the super administrator reaches it; the activity log records it without values', async ({ api, root }) => {
  const { brand, model } = await makeModel(root);
  const item = await make(root, items, { model: model.id, name: 'Zero', value: encrypted(root, 'secret words') });
  const client = await makeClient(api);
  const callers = [client.owner];
  for (const user_type of ['admin', 'staff', 'consultant']) {
    callers.push((await makeAccount(api, { user_type, ...(user_type === 'admin' ? {} : { clients: [client.id] }) })).caller);
  }
  for (const caller of callers) {
    for (const [path, row] of [
      [brands, brand],
      [models, model],
      [items, item],
    ] as const) {
      expect((await caller.get(path)).status).toBe(403);
      expect((await caller.get(`${path}${row.id}/`)).status).toBe(403);
      expect((await caller.post(path, {})).status).toBe(403);
      expect((await caller.put(`${path}${row.id}/`, { name: 'x' })).status).toBe(403);
      expect((await caller.delete(`${path}${row.id}/`)).status).toBe(403);
    }
  }
  const { rows } = await sql<{ action: string; whole: string }>`
    select action, a::text as whole from activity a where resource = 'mixeritems' and resource_id = ${item.id}`.execute(
    api.database.acrossClients(),
  );
  expect(rows.map((row) => row.action)).toEqual(['create']);
  expect(rows[0]?.whole).not.toContain('secret words');
});
