import { expect } from 'vitest';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeGroup, makeIngredient, makeRation } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

const DAY = '2026-07-14';
const NEXT = '2026-07-15';
const RANGE = `planned_on_after=${DAY}&planned_on_before=${NEXT}`;

let api: TestApi;
let farm: ReadyFarm;
const owner = () => farm.client.owner;

test.beforeEach(async ({ api: server }) => {
  api = server;
  api.setNow(`${DAY}T04:00:00Z`);
  farm = await makeReadyFarm(api);
});

async function demandOk(answer: Promise<{ status: number; errors?: object }>): Promise<void> {
  const { status, errors } = await answer;
  expect([[200, 201].includes(status), errors]).toEqual([true, undefined]);
}

/** Feeds these groups, each 1 000 kg, from a load with these kilograms. */
async function feed(day: string, groups: readonly number[], loaded: Record<number, number>, ration = farm.ration): Promise<number> {
  const { id } = await makeSchedule(farm, day, { ration, groups: groups.map((group) => ({ group, weight_per_head: 100 })) });
  const items = Object.entries(loaded).map(([ingredient, weight_fact]) => ({ ingredient: Number(ingredient), weight_fact }));
  const given = groups.map((group) => ({ group, weight_fact: 1000 }));
  for (const status of ['in_process', 'loaded']) await demandOk(owner().put(`schedule/schedules/${id}/load/`, { status, items }));
  for (const status of ['out_process', 'uploaded'])
    await demandOk(owner().put(`schedule/schedules/${id}/upload/`, { status, groups: given }));
  return id;
}

const makeGroups = async (count: number) => {
  const groups: number[] = [];
  while (groups.length < count) groups.push((await makeGroup(owner(), farm, 10)).id);
  return groups;
};

async function deliverLot(values: object = {}) {
  const known = (await owner().get('manager/deliveries/companies/')).data as { id: number }[];
  const supplier = known[0]?.id ?? (await make(owner(), 'manager/deliveries/companies/', { name: 'Mill' })).id;
  const line = { ingredient: farm.meal, value: 1000, price_given: 2, lot: 'S-77', ...values };
  const document = await make(owner(), 'manager/deliveries/documents/', {
    ...{ farm: farm.farm, number: 'BL-1', company: supplier, delivered_at: `${DAY}T03:00:00Z` },
    lines: [line],
  });
  const [{ id }] = document.lines as [{ id: number }];
  return `D-${id}`;
}

const list = (query = '') => reportOf(owner(), `recall/make/?${RANGE}&farm=${farm.farm}${query}`);
const detail = (key: string) => reportOf(owner(), `recall/${key}/detail/`);
const findRow = ({ rows }: ReportData, key: string) => rows.find(({ lot_key }) => lot_key === key);
const sumKg = (rows: readonly Row[]) => rows.reduce((sum, { lot_kg }) => sum + Math.round(Number(lot_kg) * 1e6), 0) / 1e6;
const readTiles = ({ tiles }: ReportData) => Object.fromEntries(tiles.map(({ key, value }) => [key, value]));

test('a lot split over three loads and seven groups is found whole', async () => {
  const lot = await deliverLot();
  const groups = await makeGroups(7);
  const loads = [
    await feed(DAY, groups.slice(0, 3), { [farm.meal]: 300, [farm.hay]: 2700 }),
    await feed(DAY, groups.slice(3, 5), { [farm.meal]: 201.5, [farm.hay]: 1900 }),
    await feed(NEXT, groups.slice(5), { [farm.meal]: 100, [farm.silage]: 1900 }),
  ];
  await make(owner(), 'manager/analyses/', {
    ingredient: farm.meal,
    sampled_on: DAY,
    lot: 's-77',
    dry_matter: 88,
    values: [await anyValue()],
  });

  expect(findRow(await list(`&ingredient=${farm.meal}`), lot)).toMatchObject({
    ...{ lot: 'S-77', lot_kind: 'delivery', supplier: 'Mill', document: 'BL-1', received_on: DAY, analysed_on: DAY },
    ...{ lot_received: 1000, lot_loaded: 601.5, lot_rest: 398.5, lot_sold: 0, lot_lost: 0, lot_passed_on: 0 },
  });
  const found = await detail(lot);
  expect(found.title).toContain('S-77');
  expect(found.title).toContain('Mill · BL-1');
  expect(sumKg(found.rows)).toBe(1000);
  expect(found.totals.lot_kg).toBe(1000);
  const fed = found.rows.filter(({ destination }) => destination === 'fed');
  expect(new Set(fed.map(({ group_id }) => group_id))).toEqual(new Set(groups));
  expect(new Set(fed.map(({ schedule_id }) => schedule_id))).toEqual(new Set(loads));
  expect(fed.map(({ lot_heads }) => lot_heads)).toEqual(Array(7).fill(10));
  // The second load weighs 2 101.5 kg, of which 2 000 were unloaded.
  expect(found.rows.filter(({ destination }) => destination === 'in_mixer')).toMatchObject([{ schedule_id: loads[1], lot_kg: 9.732215 }]);
  expect(found.rows.filter(({ destination }) => destination === 'in_stock')).toMatchObject([{ lot_kg: 398.5 }]);
  expect(readTiles(found)).toEqual({
    lot_received: 1000,
    lot_fed: 591.767785,
    lot_rest: 398.5,
    lot_loads: 3,
    lot_groups: 7,
    lot_animals: 70,
  });

  // Back from a group: its lots are those of its load.
  const [first = 0] = groups;
  const back = await list(`&group=${first}`);
  expect(findRow(back, lot)).toMatchObject({ lot_eaten: 100, lot_received: 1000 });
  expect(back.rows.map(({ ingredient_id }) => ingredient_id).toSorted()).toEqual([farm.hay, farm.meal].toSorted());
});

const anyValue = async () => {
  const { id } = await make(owner(), 'manager/nutrients/', { name: 'Protein', standard: 'protein', unit: 'percent' });
  return { nutrient: id, value: 10 };
};

test('a lot that was chosen at the mixer precedes the oldest one, as far as it reaches', async () => {
  const oldest = await deliverLot({ lot: 'OLD', value: 100 });
  const chosen = await deliverLot({ lot: 'New 1', value: 120 });
  const [group = 0] = await makeGroups(1);
  const { id } = await makeSchedule(farm, DAY, { groups: [{ group, weight_per_head: 100 }] });
  const report = (body: object) => owner().put(`schedule/schedules/${id}/load/`, body);
  const items = [{ ingredient: farm.meal, weight_fact: 150, lot: 'new 1' }];
  await demandOk(report({ status: 'in_process', items }));
  // Without the field the lot stays.
  await demandOk(report({ status: 'loaded', items: [{ ingredient: farm.meal, weight_fact: 150 }] }));
  const item = (await owner().get(`schedule/schedules/${id}/`)).data.items.find(
    ({ ingredient }: { ingredient: number }) => ingredient === farm.meal,
  );
  expect(item.lot).toBe('new 1');
  expect(findRow(await list(), chosen)).toMatchObject({ lot_loaded: 120, lot_rest: 0 });
  expect(findRow(await list(), oldest)).toMatchObject({ lot_loaded: 30, lot_rest: 70 });
  for (const [key, kg] of [
    [chosen, 120],
    [oldest, 100],
  ] as const) {
    expect(sumKg((await detail(key)).rows)).toBe(kg);
  }
  const long = await report({ status: 'loaded', items: [{ ingredient: farm.meal, weight_fact: 150, lot: 'x'.repeat(101) }] });
  expect([long.status, Object.keys(long.errors)]).toEqual([400, ['items.0.lot']]);
});

test('leftovers that another group got take their part of the lot along', async () => {
  const lot = await deliverLot();
  const [cows = 0, heifers = 0] = await makeGroups(2);
  const source = await feed(DAY, [cows], { [farm.meal]: 500, [farm.hay]: 500 });
  await moveTo(api, farm, `${NEXT}T05:00:00Z`);
  const { id: target } = await makeSchedule(farm, NEXT, { groups: [{ group: heifers, weight_per_head: 100 }] });
  await demandOk(owner().post('leftovers/leftovers/', { farm: farm.farm, group: cows, date: NEXT, weight: 200, to: { group: heifers } }));
  const items = [{ ingredient: farm.hay, weight_fact: 800 }];
  for (const status of ['in_process', 'loaded']) await demandOk(owner().put(`schedule/schedules/${target}/load/`, { status, items }));
  const groups = [{ group: heifers, weight_fact: 1000 }];
  for (const status of ['out_process', 'uploaded']) await demandOk(owner().put(`schedule/schedules/${target}/upload/`, { status, groups }));

  const { rows } = await detail(lot);
  expect(sumKg(rows)).toBe(1000);
  expect(rows.filter(({ destination }) => destination === 'fed')).toMatchObject([
    { group_id: cows, schedule_id: source, lot_kg: 400 },
    { group_id: heifers, schedule_id: target, lot_kg: 100 },
  ]);
  expect(findRow(await list(`&group=${heifers}`), lot)).toMatchObject({ lot_eaten: 100 });
});

test('compound feed and transfers are traced to the store in which they are', async () => {
  const lot = await deliverLot();
  const [group = 0] = await makeGroups(1);
  const mix = (await makeIngredient(owner(), farm)).id;
  const parts = [
    { ingredient: farm.meal, percent: 50 },
    { ingredient: farm.hay, percent: 50 },
  ];
  const recipe = (await make(owner(), 'manager/recipes/', { farm: farm.farm, name: 'Mix', ingredient: mix, items: parts })).id;
  await demandOk(owner().post('manager/recipes/craft/', { recipe, weight: 600, crafted_at: `${DAY}T03:30:00Z` }));
  const { company } = (await owner().get(`manager/farms/${farm.farm}/`)).data;
  const to = (await make(owner(), 'manager/stocks/', { company, farm: farm.farm, name: 'Day store' })).id;
  const moved = await make(owner(), 'manager/stocks/transfer/', { ingredient: farm.meal, to, kg: 150, at: `${DAY}T03:40:00Z` });
  const items = [
    { ingredient: mix, percent: 20 },
    { ingredient: farm.hay, percent: 80 },
  ];
  await feed(DAY, [group], { [mix]: 200, [farm.hay]: 800 }, (await makeRation(owner(), farm, items)).id);

  const { rows } = await detail(lot);
  expect(sumKg(rows)).toBe(1000);
  expect(rows.map(({ destination, lot_kg }) => [destination, lot_kg]).toSorted()).toEqual([
    ['fed', 100],
    ['in_stock', 150],
    ['in_stock', 200],
    ['in_stock', 550],
  ]);
  // The lots of the mix and of the transfer are lots of their own.
  const own = await list();
  expect(own.rows.find(({ lot_kind }) => lot_kind === 'craft_in')).toMatchObject({ lot_received: 600, lot_loaded: 200 });
  expect(findRow(own, `T-${moved.id}`)).toMatchObject({ lot_kind: 'transfer_in', lot_received: 150 });
  expect((await list(`&group=${group}`)).rows.map(({ lot_key }) => lot_key)).toContain(lot);
});

test('feed that left before its receipt is marked, and feed without any receipt has no lot', async () => {
  const [group = 0] = await makeGroups(1);
  await feed(DAY, [group], { [farm.meal]: 300, [farm.hay]: 700 });
  expect((await list(`&group=${group}`)).rows.filter(({ ingredient_id }) => ingredient_id === farm.meal)).toEqual([]);
  const lot = await deliverLot({ value: 200 });
  await moveTo(api, farm, `${NEXT}T05:00:00Z`);
  // Received after the load in time.
  const { document } = (await owner().get(`manager/deliveries/${lot.slice(2)}/`)).data;
  await demandOk(owner().put(`manager/deliveries/documents/${document}/`, { delivered_at: `${NEXT}T03:00:00Z` }));
  const { rows } = await detail(lot);
  expect(rows).toMatchObject([{ destination: 'fed', group_id: group, lot_kg: 200 }]);
  expect(sumKg(rows)).toBe(200);
});

test('a caller of one farm sees the kilograms on other farms only as a sum', async () => {
  const lot = await deliverLot();
  const { company } = (await owner().get(`manager/farms/${farm.farm}/`)).data;
  const second = await make(owner(), 'manager/farms/', { company, name: 'Second', timezone: 'Europe/Kyiv' });
  const to = (await make(owner(), 'manager/stocks/', { company, farm: second.id, name: 'There' })).id;
  await make(owner(), 'manager/stocks/transfer/', { ingredient: farm.meal, to, kg: 150, at: `${DAY}T03:40:00Z` });
  const permissions = [{ module: 'manger', name: 'inout', view: true, add: false, change: false, delete: false }];
  const { id: access_group_id } = await make(owner(), 'perm/groups/', { name: 'Stores', farms: [farm.farm], permissions });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id });
  const read = async (by: typeof caller) => {
    const { rows } = (await by.get<ReportData>(`report/recall/${lot}/detail/`)).data;
    return rows.map(({ destination, farm_id, place, lot_kg }) => [destination, farm_id, place !== null, lot_kg]);
  };
  expect(await read(owner())).toEqual([
    ['in_stock', farm.farm, true, 850],
    ['in_stock', second.id, true, 150],
  ]);
  expect(await read(caller)).toEqual([
    ['elsewhere', second.id, false, 150],
    ['in_stock', farm.farm, true, 850],
  ]);
});

test('answers 404 for an unknown, malformed or foreign lot', async () => {
  const lot = await deliverLot();
  for (const key of ['D-0', 'X-1', 'D-1e3', `H-${lot.slice(2)}`, 'D-999999999', 'D-9999999999999999']) {
    expect((await owner().get(`report/recall/${key}/detail/`)).status).toBe(404);
  }
  const stranger = await makeReadyFarm(api);
  expect((await stranger.client.owner.get(`report/recall/${lot}/detail/`)).status).toBe(404);
  await owner().delete(`manager/deliveries/${lot.slice(2)}/`);
  expect((await owner().get(`report/recall/${lot}/detail/`)).status).toBe(404);
});
