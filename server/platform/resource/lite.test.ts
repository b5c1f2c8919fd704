import { expect } from 'vitest';
import { z } from 'zod';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { Caller } from '#tests/support/api.ts';
import { fillClient } from '#tests/support/every-row.ts';
import { makeAccount, makeClient, makeFarm, makeIngredient, makeMixer, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

/** Endpoints of the short lists. `report/list/` isn't a list of rows. */
const lites = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter(
  ({ method, path }) => method === 'get' && path.endsWith('/list') && path !== '/report/list',
);

let client: TestClient;
let root: Caller;
test.beforeAll(async ({ api }) => {
  client = await makeClient(api);
  root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  await fillClient(client, () => {});
});

test('every short list declares the filter deleted, and its default is false', async ({ api }) => {
  expect(lites.length).toBeGreaterThan(15);
  const { paths } = (await (await api.app.fetch(new Request('http://localhost/api/openapi.json'))).json()) as {
    paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>;
  };
  for (const { path, scope, query } of lites) {
    expect(query instanceof z.ZodObject && 'deleted' in query.shape, path).toBe(true);
    expect(
      paths[`/api${path}/`]?.get?.parameters?.map(({ name }) => name),
      path,
    ).toContain('deleted');
    const caller = scope === 'client' ? client.owner : root;
    const at = `${path.slice(1)}/`;
    const { data, status } = await caller.get(at);
    expect([path, status]).toEqual([path, 200]);
    expect((await caller.get(`${at}?deleted=false`)).data, path).toEqual(data);
    expect((await caller.get(`${at}?deleted=true`)).data, path).toEqual([]);
    expect((await caller.get(`${at}?deleted=perhaps`)).errors, path).toHaveProperty('deleted');
  }
});

test.for([
  ['mixers', makeMixer],
  ['ingredients', makeIngredient],
] as const)('the short list of %s has deleted rows with deleted=true alone', async ([name, makeRow]) => {
  const at = await makeFarm(client.owner);
  const [kept, gone] = [await makeRow(client.owner, at), await makeRow(client.owner, at)];
  expect((await client.owner.delete(`manager/${name}/${gone.id}/`)).status).toBe(204);
  const ids = async (query: string) =>
    (await client.owner.get(`manager/${name}/list/?farm=${at.farm}${query}`)).data.map(({ id }: { id: number }) => id);
  expect([await ids(''), await ids('&deleted=false'), await ids('&deleted=true')]).toEqual([[kept.id], [kept.id], [gone.id]]);
});
