import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { one } from '#contract/resource.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

/** A farm of a client of its own. */
const startFarm = async (api: TestApi) => {
  const client = await makeClient(api);
  return { ...(await makeFarm(client.owner)), client };
};

import { findUnknownKeys } from './unknown-keys.ts';

/** Whether a schema accepts fields of any name. */
const isOpen = (schema: z.ZodType): boolean => Object.keys(findUnknownKeys(schema, undefined, { zz_no_such_field: 1 })).length === 0;

describe('a body', () => {
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

  it('accepts what any option of a union, an optional or a transformed schema has', () => {
    const loose = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]).optional();
    expect(findUnknownKeys(z.object({ x: loose }), undefined, { x: { a: 1, b: 2 } })).toEqual({});
    expect(isOpen(z.record(z.string(), z.unknown()))).toBe(true);
    expect(isOpen(z.object({ a: z.int() }).transform(({ a }) => a))).toBe(false);
  });

  it('accepts the row that an answer has', () => {
    expect(findUnknownKeys(z.object({ name: z.string() }), one(z.object({ id: z.int(), name: z.string() })), { id: 1, name: 'a' })).toEqual(
      {},
    );
  });
});

test('a misspelt field of an imported row is refused in a dry run, too', async ({ api }) => {
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
