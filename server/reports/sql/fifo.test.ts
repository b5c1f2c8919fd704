import { expect } from 'vitest';
import { make, makeIngredient, makeRation } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

const MONTH = 'planned_on_after=2026-07-01&planned_on_before=2026-07-31';

let farm: ReadyFarm;
let feed: number;
let ration: number;
const owner = () => farm.client.owner;

test.beforeEach(async ({ api }) => {
  api.setNow('2026-07-01T05:00:00Z');
  farm = await makeReadyFarm(api);
  feed = (await makeIngredient(owner(), farm, { price: 11 })).id;
  ration = (await makeRation(owner(), farm, [{ ingredient: feed, percent: 100 }])).id;
});

const receive = (day: string, value: number, price: number) =>
  make(owner(), 'manager/deliveries/', {
    ...{ farm: farm.farm, delivery_type: 'delivery', ingredient: feed, value, price },
    delivered_at: `2026-07-${day}T04:00:00Z`,
  });

async function demandOk(answer: Promise<{ status: number; errors?: object }>): Promise<void> {
  const { status, errors } = await answer;
  expect([[200, 201].includes(status), errors]).toEqual([true, undefined]);
}

async function load(api: Parameters<typeof moveTo>[0], day: string, weight_fact: number): Promise<number> {
  await moveTo(api, farm, `2026-07-${day}T05:00:00Z`);
  const { id } = await makeSchedule(farm, `2026-07-${day}`, {
    ration,
    groups: [{ group: farm.cowsGroup, weight_per_head: weight_fact / 100 }],
  });
  const items = [{ ingredient: feed, weight_fact }];
  for (const status of ['in_process', 'loaded']) await demandOk(owner().put(`schedule/schedules/${id}/load/`, { status, items }));
  const groups = [{ group: farm.cowsGroup, weight_fact }];
  for (const status of ['out_process', 'uploaded']) await demandOk(owner().put(`schedule/schedules/${id}/upload/`, { status, groups }));
  return id;
}

const report = (path: string) => reportOf(owner(), `${path}&price_basis=fifo`);
const stock = async () => (await report(`inout/?${MONTH}&farm=${farm.farm}&ingredient=${feed}`)).rows[0];

test('issues take the prices of the oldest receipts, and the rest has those of the latest', async ({ api }) => {
  await receive('01', 100, 10);
  await receive('01', 100, 12);
  const first = await load(api, '02', 80);
  await receive('02', 100, 15);
  const second = await load(api, '03', 150);

  const moves = await report(`stock_moves/make/?${MONTH}&farm=${farm.farm}&ingredient=${feed}`);
  expect(moves.rows.filter(({ moved }) => Number(moved) < 0).map(({ moved_value }) => moved_value)).toEqual([-800, -1850]);
  expect(await stock()).toMatchObject({ fed: 230, fed_value: 2650, closing: 70, closing_value: 1050, revaluation: 0, check_value: 0 });
  const plan = await report(`planfeed/?${MONTH}&farm=${farm.farm}`);
  expect(plan.rows.map(({ cost }) => cost)).toEqual([800, 1850]);
  for (const id of ['upload_groups', 'upload_ingredients', 'compare', 'dashboard']) {
    expect((await report(`${id}/make/?${MONTH}&farm=${farm.farm}`)).totals.cost).toBe(2650);
  }
  const loads = await report(`load/?${MONTH}&farm=${farm.farm}`);
  expect(loads.rows.map(({ id }) => id)).toEqual([first, second]);
  expect((await reportOf(owner(), `planfeed/?${MONTH}&farm=${farm.farm}`)).totals.cost).not.toBe(2650);
});

test('feed that left before its receipt keeps its price, and later receipts change no closed month', async ({ api }) => {
  await receive('01', 100, 10);
  await load(api, '02', 160);
  const before = await stock();
  // 100 kg of the receipt, and 60 kg at the average of that moment.
  expect(before).toMatchObject({ fed_value: 1600, closing: -60, check_value: 0 });
  await moveTo(api, farm, '2026-08-01T05:00:00Z');
  await demandOk(owner().post('manager/months/', { farm: farm.farm, month: '2026-07' }));
  const closed = await Promise.all(
    ['inout/', 'planfeed/', 'load/', 'upload_groups/make/'].map((path) => report(`${path}?${MONTH}&farm=${farm.farm}`)),
  );
  await make(owner(), 'manager/deliveries/', { farm: farm.farm, delivery_type: 'delivery', ingredient: feed, value: 500, price: 30 });
  const later = await Promise.all(
    ['inout/', 'planfeed/', 'load/', 'upload_groups/make/'].map((path) => report(`${path}?${MONTH}&farm=${farm.farm}`)),
  );
  expect(later.map(({ rows, totals }) => [rows, totals])).toEqual(closed.map(({ rows, totals }) => [rows, totals]));
});

test('compound feed takes the prices of its parts first in, first out', async ({ api }) => {
  await receive('01', 100, 10);
  await receive('01', 100, 12);
  const made = (await makeIngredient(owner(), farm)).id;
  const recipe = (
    await make(owner(), 'manager/recipes/', { farm: farm.farm, name: 'Mix', ingredient: made, items: [{ ingredient: feed, percent: 100 }] })
  ).id;
  await moveTo(api, farm, '2026-07-02T05:00:00Z');
  const batch = await make(owner(), 'animalfeed/schedules/', { farm: farm.farm, recipe, planned_on: '2026-07-02', weight_plan: 150 });
  await demandOk(owner().post(`animalfeed/schedules/${batch.id}/load/`, { items: [{ ingredient: feed, weight_fact: 150 }] }));
  const { totals } = await report(`animalfeed/dashboard/?${MONTH}&farm=${farm.farm}`);
  expect(totals.cost).toBe(1600);
});
