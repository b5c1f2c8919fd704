import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { makePeriod, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

let farm: ReadyFarm;
let protein: number;

test.override('now', '2026-03-10T10:00:00Z');
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  protein = (await make(owner(), 'manager/nutrients/', { name: 'Protein', per: 'dry' })).id;
});

const owner = () => farm.client.owner;
const path = () => `manager/rations/${farm.ration}/limits/`;
const feeds = () => [
  { ingredient: farm.silage, min: 0, max: null },
  { ingredient: farm.meal, min: 0.5, max: 4 },
];
const limits = () => [
  { of: 'dry_matter', min: 20, max: 22 },
  { of: 'nutrient', nutrient: protein, per: 'dry', min: 16, max: null },
  { of: 'feeds', feeds: [farm.silage], per: 'load_dry', min: 40, max: null },
];

test('feeds, limits and heads of a run are remembered, and change neither the ration nor its version', async () => {
  const before = (await owner().get(`manager/rations/${farm.ration}/`)).data;
  expect((await owner().get(path())).data).toEqual({ feeds: [], limits: [], head: null, planned_heads: 0 });
  const body = { feeds: feeds(), limits: limits(), head: 120 };
  const { status, data } = await owner().put(path(), body);
  expect([status, data]).toEqual([200, { ...body, planned_heads: 0 }]);
  await owner().put(path(), { ...body, head: 130 });
  expect((await owner().get(path())).data).toEqual({ ...body, head: 130, planned_heads: 0 });
  expect((await owner().get(`manager/rations/${farm.ration}/`)).data).toEqual(before);
});

test('planned heads count each group of the active periods once', async () => {
  const { jobs } = await makePeriod(farm, { active: true });
  await makePeriod(farm, { active: true });
  await makePeriod(farm);
  const groups = new Set((jobs as { groups: { group: number }[] }[]).flatMap((job) => job.groups.map(({ group }) => group)));
  const { data: all } = await owner().get(`manager/groups/?farm=${farm.farm}`);
  const heads = all
    .filter(({ id }: { id: number }) => groups.has(id))
    .reduce((sum: number, { animal_count }: { animal_count: number }) => sum + animal_count, 0);
  expect(heads).toBeGreaterThan(0);
  expect((await owner().get(path())).data.planned_heads).toBe(heads);
});

test('wrong feeds and limits are refused at their fields, and nothing is stored', async () => {
  const before = (await owner().get(path())).data;
  const { status, errors } = await owner().put(path(), {
    feeds: [...feeds(), { ingredient: farm.silage }, { ingredient: 999_999 }],
    limits: [...limits(), { of: 'ratio', nutrient: protein, to: 999_999, min: 1 }, { of: 'feeds', feeds: [888_888], max: 5 }],
    head: 10,
  });
  expect(status).toBe(400);
  expect(Object.keys(errors).toSorted()).toEqual(['feeds.2.ingredient', 'feeds.3.ingredient', 'limits.3.to', 'limits.4.feeds.0']);
  const contradicting = await owner().put(path(), { feeds: [{ ingredient: farm.silage, min: 3, max: 2 }], limits: [], head: 10 });
  expect([contradicting.status, Object.keys(contradicting.errors)]).toEqual([400, ['feeds.0.max']]);
  expect((await owner().get(path())).data).toEqual(before);
  expect((await owner().put('manager/rations/999999/limits/', { feeds: [], limits: [], head: 1 })).status).toBe(404);
});
