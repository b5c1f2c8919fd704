import { expect } from 'vitest';
import type { Imported } from '#contract/imports.ts';
import type { TestApi } from '#tests/support/api.ts';
import { deliver, make, makeClient, makeFarm, makeGroup, makeIngredient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

/** Creates a farm in a new client. */
const startFarm = async (api: TestApi) => {
  const client = await makeClient(api);
  return { ...(await makeFarm(client.owner)), client };
};
type Farm = Awaited<ReturnType<typeof startFarm>>;

test.override('now', '2026-10-15T09:00:00Z');

type Row = Record<string, unknown>;

/** Returns the unusual figures of each row that a dry run finds. */
async function unusualIn(farm: Farm, path: string, rows: Row[]): Promise<Row[][]> {
  const { data, status } = await farm.client.owner.post<Imported>(`manager/${path}/import/`, {
    rows,
    farm: farm.farm,
    dry_run: true,
  });
  expect([status, data.errors]).toEqual([200, {}]);
  return data.rows.map(({ unusual }) => unusual);
}

test('a list price per tonne and a dry matter as a fraction are unusual for a feed with other values', async ({ api }) => {
  const farm = await startFarm(api);
  await makeIngredient(farm.client.owner, farm, { name: 'Barley', price: 7.83, dry_matter: 87 });
  expect(await unusualIn(farm, 'ingredients', [{ name: 'Barley', price: 8100 }])).toEqual([[{ field: 'price', usual: 7.83 }]]);
  expect(await unusualIn(farm, 'ingredients', [{ name: 'Barley', dry_matter: 0.34 }])).toEqual([[{ field: 'dry_matter', usual: 87 }]]);
  expect(await unusualIn(farm, 'ingredients', [{ name: 'Barley', price: 9.5, dry_matter: 85 }])).toEqual([[]]);
});

test('a new feed is compared with the feeds of its type', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  await makeIngredient(owner, farm, { name: 'Barley', price: 8, dry_matter: 87 });
  const row = { name: 'Oats', stock: farm.stock, type: farm.type, price: 7900, dry_matter: 0.86 };
  expect(await unusualIn(farm, 'ingredients', [row])).toEqual([
    [
      { field: 'price', usual: 8 },
      { field: 'dry_matter', usual: 87 },
    ],
  ]);
});

test('a head count a hundred times too high is unusual in the list of groups and in counts by day', async ({ api }) => {
  const farm = await startFarm(api);
  const group = await makeGroup(farm.client.owner, farm, 122);
  expect(await unusualIn(farm, 'groups', [{ name: group.name, animal_count: 12_000 }])).toEqual([[{ field: 'animal_count', usual: 122 }]]);
  expect(await unusualIn(farm, 'groups/heads', [{ group: group.id, day: '2026-10-14', heads: 12_000 }])).toEqual([
    [{ field: 'heads', usual: 122 }],
  ]);
  expect(await unusualIn(farm, 'groups/heads', [{ group: group.id, day: '2026-10-14', heads: 130 }])).toEqual([[]]);
});

test('milk in tonnes is unusual compared with the replaced value and the days before', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const group = await makeGroup(owner, farm, 100);
  const day = { farm: farm.farm, group: group.id, kg: 4555, fat: 3.8, protein: 3.3 };
  await make(owner, 'manager/milk/', { ...day, day: '2026-10-10' });
  const rows = [
    { ...day, day: '2026-10-10', kg: 2.5 },
    { ...day, day: '2026-10-11', kg: 4.6 },
    { ...day, day: '2026-10-12', kg: 4600 },
  ];
  expect(await unusualIn(farm, 'milk', rows)).toEqual([[{ field: 'kg', usual: 4555 }], [{ field: 'kg', usual: 4555 }], []]);
});

test('a measurement as a fraction is unusual for its feed', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'Silage', dry_matter: 34 });
  await make(owner, 'manager/drymatter/', { ingredient: feed.id, percent: 34, measured_at: '2026-10-10T08:00:00Z' });
  const rows = [
    { ingredient: feed.id, percent: 0.34, measured_at: '2026-10-11T08:00' },
    { ingredient: feed.id, percent: 33, measured_at: '2026-10-12T08:00' },
  ];
  expect(await unusualIn(farm, 'drymatter', rows)).toEqual([[{ field: 'percent', usual: 34 }], []]);
});

test('a percentage as a fraction is unusual without any earlier figure', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'Silage', dry_matter: 34 });
  const group = await makeGroup(owner, farm, 100);
  const harvest = { ingredient: feed.id, at: '2026-10-11T08:00', kg: 1000 };
  const delivery = { ingredient: feed.id, delivery_type: 'delivery', value: 1000, price: 2, delivered_at: '2026-10-11T08:00' };
  const day = { group: group.id, day: '2026-10-11', kg: 2500 };
  const fraction = (field: string, usual: number) => [[{ field, usual }]];
  expect(await unusualIn(farm, 'drymatter', [{ ingredient: feed.id, percent: 0.34 }])).toEqual(fraction('percent', 34));
  expect(await unusualIn(farm, 'harvests', [{ ...harvest, dry_matter: 0.34 }])).toEqual(fraction('dry_matter', 34));
  expect(await unusualIn(farm, 'deliveries', [{ ...delivery, dry_matter: 0.34 }])).toEqual(fraction('dry_matter', 34));
  expect(await unusualIn(farm, 'milk', [{ ...day, fat: 0.04, protein: 3.3 }])).toEqual(fraction('fat', 4));
  expect(await unusualIn(farm, 'milk', [{ ...day, fat: 3.9, protein: 3.3 }])).toEqual([[]]);
});

test('figures without earlier values are compared with the file’s other rows', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'Silage' });
  await deliver(owner, farm, feed.id, 1, 1);
  const rows = [1000, 1100, 900, 1].map((kg, at) => ({ ingredient: feed.id, kg, at: `2026-10-1${at}T08:00` }));
  expect(await unusualIn(farm, 'harvests', rows)).toEqual([[], [], [], [{ field: 'kg', usual: 1000 }]]);
});

test('a day more than a year before the farm’s first entry is unusual in every dated list', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'Silage' });
  const group = await makeGroup(owner, farm, 100);
  const makeMilk = (day: string) => ({ farm: farm.farm, group: group.id, day, kg: 2500, fat: 3.8, protein: 3.3 });
  expect(await unusualIn(farm, 'milk', [makeMilk('2006-10-10')])).toEqual([[]]);
  await make(owner, 'manager/milk/', makeMilk('2026-09-10'));
  const early = (field: string) => [[{ field, usual: '2026-09-10' }], []];
  expect(await unusualIn(farm, 'milk', [makeMilk('2006-10-10'), makeMilk('2026-10-10')])).toEqual(early('day'));
  const harvest = { ingredient: feed.id, kg: 1000 };
  const harvests = ['2006-10-10T08:00', '2026-10-10T08:00'].map((at) => ({ ...harvest, at }));
  expect(await unusualIn(farm, 'harvests', harvests)).toEqual(early('at'));
  const heads = ['2006-10-10', '2026-10-10'].map((day) => ({ group: group.id, day, heads: 100 }));
  expect(await unusualIn(farm, 'groups/heads', heads)).toEqual(early('day'));
});
