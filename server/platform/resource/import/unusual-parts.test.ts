import { beforeEach, expect } from 'vitest';
import type { Imported } from '#contract/imports.ts';
import {
  make,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

test.override('now', '2026-10-15T09:00:00Z');

type Row = Record<string, unknown>;
let farm: TestFarm & { client: TestClient };
let feed: number;

beforeEach<{ api: Parameters<typeof makeClient>[0] }>(async ({ api }) => {
  const client = await makeClient(api);
  farm = { ...(await makeFarm(client.owner)), client };
  feed = (await makeIngredient(client.owner, farm, { name: 'Barley', price: 8 })).id;
});

/** The unusual figures of one row by a dry run. */
async function findUnusual(path: string, row: Row): Promise<Row[]> {
  const body = { rows: [row], farm: farm.farm, dry_run: true };
  const { data, status } = await farm.client.owner.post<Imported>(`manager/${path}/import/`, body);
  expect([status, data.errors]).toEqual([200, {}]);
  return data.rows[0]!.unusual;
}

const far = (field: string, usual: number) => [{ field, usual }];

test('an amount of a ration is compared with its last value, and with the feed in other rations', async () => {
  const { owner } = farm.client;
  const items = [{ ingredient: feed, amount: 6.8 }];
  await make(owner, 'manager/rations/', { farm: farm.farm, name: 'Dairy', basis: 'head_fresh', items });
  const ration = (name: string, amount: number) => ({ name, basis: 'head_fresh', items: [{ ingredient: feed, amount }] });
  expect(await findUnusual('rations', ration('Dairy', 6800))).toEqual(far('items.0.amount', 6.8));
  expect(await findUnusual('rations', ration('Heifers', 6800))).toEqual(far('items.0.amount', 6.8));
  expect(await findUnusual('rations', ration('Heifers', 2))).toEqual([]);
});

test('a share of a ration is compared with the feed’s share in other rations', async () => {
  const { owner } = farm.client;
  const salt = (await makeIngredient(owner, farm, { name: 'Salt' })).id;
  const share = (name: string, percent: number) => ({
    name,
    items: [
      { ingredient: feed, percent: 100 - percent },
      { ingredient: salt, percent },
    ],
  });
  await make(owner, 'manager/rations/', { farm: farm.farm, ...share('Dairy', 0.5) });
  expect(await findUnusual('rations', share('Heifers', 50))).toEqual(far('items.1.amount', 0.5));
  expect(await findUnusual('rations', share('Heifers', 1))).toEqual([]);
});

test('a whole ration of new feeds is compared with the portions of other rations and plans', async () => {
  const { owner } = farm.client;
  const [first, second] = await Promise.all(['A', 'B'].map((name) => makeIngredient(owner, farm, { name })));
  const ration = { name: 'New', basis: 'head_fresh' };
  const items = (grams: number) => [first!, second!].map(({ id }, at) => ({ ingredient: id, amount: grams * (at + 1) }));
  expect(await findUnusual('rations', { ...ration, items: items(1000) })).toEqual([]);
  const group = await makeGroup(owner, farm);
  const mixer = await makeMixer(owner, farm);
  const fed = await makeRation(owner, farm, [{ ingredient: feed, percent: 100 }]);
  const jobs = [{ ration: fed.id, mixer: mixer.id, groups: [{ group: group.id, weight_per_head: 30 }] }];
  await make(owner, 'manager/loadings/', { farm: farm.farm, name: 'Daily', active: true, jobs });
  expect(await findUnusual('rations', { ...ration, items: items(1000) })).toEqual(far('items.1.amount', 20));
  expect(await findUnusual('rations', { ...ration, items: items(12) })).toEqual([]);
});

test('assumptions of a scenario are compared with present heads, list prices and harvests', async () => {
  const { owner } = farm.client;
  const group = await makeGroup(owner, farm, 122);
  await make(owner, 'manager/harvests/', { farm: farm.farm, ingredient: feed, at: '2026-10-01T08:00:00Z', kg: 40_000 });
  const day = '2027-06-01';
  const findIn = (list: string, line: Row) => findUnusual('scenarios', { name: 'Case', [list]: [line] });
  expect(await findIn('heads', { group: group.id, day, heads: 12_200 })).toEqual(far('heads.0.heads', 122));
  expect(await findIn('heads', { group: group.id, day, added: 12_200 })).toEqual(far('heads.0.added', 122));
  expect(await findIn('heads', { group: group.id, day, added: 2 })).toEqual([]);
  expect(await findIn('prices', { ingredient: feed, price: 8100 })).toEqual(far('prices.0.price', 8));
  expect(await findIn('prices', { ingredient: feed, price: 9.5 })).toEqual([]);
  expect(await findIn('harvests', { ingredient: feed, day, kg: 40 })).toEqual(far('harvests.0.kg', 40_000));
});

test('a bonus is compared with the farm’s other rules, and its steps with those of the same measure', async () => {
  const { owner } = farm.client;
  const rule = (name: string, base: number, from = 90, factor = 1.1) => ({ name, base, steps: [{ measure: 'bullseye', from, factor }] });
  expect(await findUnusual('bonusrules', rule('Loaders', 1000, 90, 0.011))).toEqual(far('steps.0.factor', 1));
  await make(owner, 'manager/bonusrules/', { farm: farm.farm, ...rule('Loaders', 1000) });
  expect(await findUnusual('bonusrules', rule('Loaders', 100_000))).toEqual(far('base', 1000));
  expect(await findUnusual('bonusrules', rule('Feeders', 10))).toEqual(far('base', 1000));
  expect(await findUnusual('bonusrules', rule('Feeders', 1500, 0.9))).toEqual(far('steps.0.from', 90));
  expect(await findUnusual('bonusrules', rule('Feeders', 1500, 80, 1.2))).toEqual([]);
});

test('a programme’s portions are compared with those of the ration, and its length with other programmes', async () => {
  const { owner } = farm.client;
  const ration = (await makeRation(owner, farm, [{ ingredient: feed, percent: 100 }])).id;
  const programme = (name: string, kg: number, day = 40) => ({
    name,
    steps: [
      { day: 1, ration, weight_per_head: 6 },
      { day, ration, weight_per_head: kg },
    ],
  });
  await make(owner, 'manager/programmes/', { farm: farm.farm, ...programme('Bulls', 9) });
  expect(await findUnusual('programmes', programme('Bulls', 900))).toEqual(far('steps.1.weight_per_head', 9));
  expect(await findUnusual('programmes', programme('Heifers', 900))).toEqual(far('steps.1.weight_per_head', 6));
  expect(await findUnusual('programmes', programme('Heifers', 9, 1400))).toEqual(far('steps.1.day', 40));
  expect(await findUnusual('programmes', programme('Heifers', 10, 60))).toEqual([]);
});

test('a budget’s lines are compared with present heads, earlier budgets and the feed’s price', async () => {
  const { owner } = farm.client;
  const group = (await makeGroup(owner, farm, 122)).id;
  const line = { group, ingredient: feed, month: 1, heads: 120, kg_per_head_day: 6.5, price: 8 };
  const budget = (changed: Row, year = 2028) => ({ year, lines: [{ ...line, ...changed }] });
  await make(owner, 'manager/budgets/', { farm: farm.farm, ...budget({}, 2027) });
  expect(await findUnusual('budgets', budget({ heads: 12_000 }))).toEqual(far('lines.0.heads', 122));
  expect(await findUnusual('budgets', budget({ kg_per_head_day: 650 }))).toEqual(far('lines.0.kg_per_head_day', 6.5));
  expect(await findUnusual('budgets', budget({ month: 7, price: 8100 }))).toEqual(far('lines.0.price', 8));
  expect(await findUnusual('budgets', budget({ kg_per_head_day: 7, price: 9 }))).toEqual([]);
});
