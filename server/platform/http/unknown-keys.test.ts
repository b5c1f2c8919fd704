import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { one } from '#contract/resource.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { callEndpoint, fillClient } from '#tests/support/every-row.ts';
import { makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { findUnknownKeys } from './unknown-keys.ts';

/** A farm of a new client. */
const startFarm = async (api: TestApi) => {
  const client = await makeClient(api);
  return { ...(await makeFarm(client.owner)), client };
};

const all = [...operationsEndpoints, ...reportsEndpoints, ...adminEndpoints];
const endpoints = all.filter(({ body }) => body);
const inside = all.filter(({ scope }) => scope === 'client');

/** True if a schema accepts fields of any name. */
const isOpen = (schema: z.ZodType): boolean => Object.keys(findUnknownKeys(schema, undefined, { zz_no_such_field: 1 })).length === 0;

describe('a body', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'of %s has no field that is not known',
    (_, { body, response }) => {
      const errors = findUnknownKeys(body!, response, { zz_no_such_field: 1 });
      expect(Object.keys(errors)).toEqual(['zz_no_such_field']);
    },
  );

  it.each(
    endpoints
      .filter(({ response }) => response instanceof z.ZodObject && response.shape.data instanceof z.ZodObject)
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('of %s may have the fields of its answer', (_, { body, response }) => {
    const row = (response as z.ZodObject).shape.data as z.ZodObject;
    const sent = Object.fromEntries(Object.keys(row.shape).map((name) => [name, null]));
    expect(findUnknownKeys(body!, response, sent)).toEqual({});
  });

  const schema = z.object({
    name: z.string(),
    items: z.array(z.object({ ingredient: z.int(), amount: z.number() })),
    note: z.string().nullish(),
  });
  it.each<[string, object, Record<string, string | undefined>]>([
    ['a misspelt field', { nmae: 'a' }, { nmae: 'name' }],
    ['a field within a list', { items: [{ ingredient: 1, amuont: 2 }] }, { 'items.0.amuont': 'amount' }],
    ['a field that nothing resembles', { zzzzzz: 1 }, { zzzzzz: undefined }],
    ['a field with the same first word', { ingredient_x: 1 }, { ingredient_x: undefined }],
    ['known fields alone', { name: 'a', items: [], note: null }, {}],
  ])('with %s names the nearest known field', (_, body, nearest) => {
    const errors = findUnknownKeys(schema, undefined, body);
    expect(Object.fromEntries(Object.entries(errors).map(([path, [error]]) => [path, error?.values?.[0]]))).toEqual(nearest);
  });

  it('accepts the fields of each option of a union, of an optional and of a transformed schema', () => {
    const loose = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]).optional();
    expect(findUnknownKeys(z.object({ x: loose }), undefined, { x: { a: 1, b: 2 } })).toEqual({});
    expect(isOpen(z.record(z.string(), z.unknown()))).toBe(true);
    expect(isOpen(z.object({ a: z.int() }).transform(({ a }) => a))).toBe(false);
  });

  it('accepts the row of an answer', () => {
    expect(findUnknownKeys(z.object({ name: z.string() }), one(z.object({ id: z.int(), name: z.string() })), { id: 1, name: 'a' })).toEqual(
      {},
    );
  });
});

test('a misspelt field of a delivery is refused, and nothing is written', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm);
  const body = { farm: farm.farm, ingredient: feed.id, delivery_type: 'delivery', value: 5, price: 1, delivered_on: '2026-01-01' };
  const { status, errors } = await owner.post('manager/deliveries/', body);
  expect([status, errors]).toMatchObject([400, { delivered_on: [{ code: 'unknown_field', values: ['delivered_at'] }] }]);
  expect((await owner.get('manager/deliveries/')).count).toBe(0);
});

test('a dry run also refuses a misspelt field of an imported row', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'Silage' });
  const { status, errors } = await owner.post('manager/ingredients/import/', {
    dry_run: true,
    farm: farm.farm,
    rows: [{ name: 'Silage', dry_mater: 50 }],
  });
  expect([status, errors]).toMatchObject([400, { 'rows.0.dry_mater': [{ code: 'unknown_field', values: ['dry_matter'] }] }]);
  expect(feed.id).toBeGreaterThan(0);
  const heads = await owner.post('manager/groups/heads/import/', { dry_run: true, farm: farm.farm, rows: [{ group_name: 'A', head: 5 }] });
  expect([heads.status, heads.errors]).toMatchObject([400, { 'rows.0.head': [{ code: 'unknown_field', values: ['heads'] }] }]);
});

test('the row that any resource gives is accepted as it is', async ({ client }) => {
  const rows = new Map<string, number>();
  await fillClient(client, (path, row) => rows.set(path, row.id as number));
  const refused: string[] = [];
  for (const [path, id] of rows) {
    const at = `${path.slice(1)}/${id}/`;
    const { data } = await client.owner.get(at);
    const { status, errors } = await client.owner.put(at, data);
    if (status !== 200) refused.push(`${path} ${status} ${JSON.stringify(errors)}`);
  }
  expect(refused).toEqual([]);
  expect(rows.size).toBeGreaterThan(15);
});

test.for(inside.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'a parameter that %s does not have is refused by its name',
  async ([, endpoint], { client }) => {
    const path = endpoint.path.replace('{name}', 'planfeed').replace(/\{\w+\}/g, '1');
    const answer = await callEndpoint(client.owner, endpoint, `${path}/?zz_no_such_parameter=1#`, {});
    // A module that the client lacks, or a row that isn't there, may be refused first.
    expect([400, 403, 404]).toContain(answer.status);
    if (answer.status === 400) expect(Object.keys(answer.errors)).toContain('zz_no_such_parameter');
  },
);

test('a misspelt filter of a list names the nearest one', async ({ client }) => {
  const { status, errors } = await client.owner.get('manager/deliveries/?ingrediant=1');
  expect([status, errors]).toMatchObject([400, { ingrediant: [{ code: 'unknown_field', values: ['ingredient'] }] }]);
});
