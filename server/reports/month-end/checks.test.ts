import { sql } from 'kysely';
import { expect } from 'vitest';
import type { MonthCheck, MonthEndFarm } from '#contract/reports/month-end.ts';
import { make, makeClient, makeFarm, makeIngredient, makeRation } from '#tests/support/factories.ts';
import { makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

/** A farm of the same client without any activity. */
let quiet: number;
let free: number;
let planned: number;

const test = base.override({ now: '2026-03-02T09:00:00Z' });
test.beforeAll(async ({ api, farm }) => {
  quiet = (await makeFarm(owner(farm))).farm;
  free = (await makeIngredient(owner(farm), farm, { price: 0 })).id;
  const given = await makeRation(owner(farm), farm, [{ ingredient: free, percent: 100 }]);
  await moveTo(api, farm, '2026-03-06T18:00:00Z');
  await feed(farm, '2026-03-03', farm.ration, [
    [farm.silage, 3000],
    [farm.hay, 1500],
    [farm.meal, 500],
  ]);
  await feed(farm, '2026-03-04', given.id, [[free, 5000]]);
  // Begun and not ended; without a record; with a weighing that waits.
  await load(farm, (await makeSchedule(farm, '2026-03-05')).id, [[farm.silage, 100]]);
  await makeSchedule(farm, '2026-03-05');
  const doubtful = await feed(farm, '2026-03-06', farm.ration, [[farm.silage, 50]]);
  const db = api.database.acrossClients();
  await sql`update schedule set implausible = true where id = ${doubtful}`.execute(db);
  await sql`update ingredient set dry_matter_on = '2026-01-10' where id = ${farm.hay}`.execute(db);
  const feedOut = await makeIngredient(owner(farm), farm);
  const parts = [{ ingredient: farm.silage, percent: 100 }];
  const recipe = await make(owner(farm), 'manager/recipes/', { farm: farm.farm, name: 'Mix', ingredient: feedOut.id, items: parts });
  planned = (
    await make(owner(farm), 'animalfeed/schedules/', { farm: farm.farm, recipe: recipe.id, planned_on: '2026-03-06', weight_plan: 50 })
  ).id;
  await moveTo(api, farm, '2026-04-02T09:00:00Z');
});

const owner = (farm: ReadyFarm) => farm.client.owner;
const put = async (farm: ReadyFarm, id: number, what: string, body: object) =>
  expect((await owner(farm).put(`schedule/schedules/${id}/${what}/`, body)).status).toBe(200);
async function load(farm: ReadyFarm, id: number, items: [ingredient: number, kg: number][]) {
  await put(farm, id, 'load', { status: 'in_process' });
  await put(farm, id, 'load', { status: 'loaded', items: items.map(([ingredient, weight_fact]) => ({ ingredient, weight_fact })) });
}
async function feed(farm: ReadyFarm, day: string, ration: number, items: [number, number][]): Promise<number> {
  const { id } = await makeSchedule(farm, day, { ration });
  await load(farm, id, items);
  await put(farm, id, 'upload', { status: 'out_process' });
  await put(farm, id, 'upload', { status: 'uploaded' });
  return id;
}
const checks = async (farm: ReadyFarm, month: string, query = '') =>
  (await owner(farm).get<MonthCheck[]>(`report/month-end/checks/?month=${month}${query}`)).data;
const matrix = async (farm: ReadyFarm, query = '') => (await owner(farm).get<MonthEndFarm[]>(`report/month-end/matrix/${query}`)).data;

test('each check finds its case, with kilograms, money and the place of the correction', async ({ farm }) => {
  const found = new Map((await checks(farm, '2026-03', `&farm=${farm.farm}`)).map((check) => [check.code, check]));
  const day = (date: string) => `companies/${farm.company}/farms/${farm.farm}/planning?day=${date}`;
  const store = `companies/${farm.company}/stocks/${farm.stock}`;
  const lists = `reports/mixer-loads?farm=${farm.farm}&planned_on_after=2026-03-01&planned_on_before=2026-03-31`;
  expect([...found.keys()]).toEqual([
    'days_without_facts',
    'incomplete',
    'waiting',
    'implausible',
    'batches',
    'negative_stock',
    'no_count',
    'no_price',
    'old_dry_matter',
  ]);
  // From the first feeding on the 3rd: the 3rd to the 6th have facts.
  expect(found.get('days_without_facts')).toMatchObject({ count: 25, kg: null, money: null, address: day('2026-03-07') });
  expect(found.get('incomplete')).toMatchObject({
    count: 1,
    kg: 5000,
    address: `${lists}&status=in_process&status=loaded&status=out_process`,
  });
  expect(found.get('incomplete')!.money).toBeGreaterThan(100);
  expect(found.get('incomplete')!.items).toMatchObject([{ day: '2026-03-05', address: day('2026-03-05') }]);
  expect(found.get('waiting')).toMatchObject({ count: 1, kg: 5000, address: `${lists}&status=waited` });
  expect(found.get('implausible')).toMatchObject({ count: 1, address: day('2026-03-06') });
  expect(found.get('batches')).toMatchObject({
    count: 1,
    kg: 50,
    address: `companies/${farm.company}/farms/${farm.farm}/kkz?day=2026-03-06`,
    items: [{ id: planned, name: 'Mix' }],
  });
  // Meal was never delivered, nor what cost nothing.
  expect(found.get('negative_stock')).toMatchObject({ count: 2, kg: -5500, address: store });
  expect(found.get('negative_stock')!.items.map(({ id, kg }) => [id, kg])).toContainEqual([farm.meal, -500]);
  expect(found.get('no_count')).toMatchObject({ count: 1, items: [{ id: farm.stock, address: store }] });
  expect(found.get('no_price')).toMatchObject({ count: 1, kg: 5000, items: [{ id: free, day: '2026-03-04' }] });
  expect(found.get('no_price')!.address).toMatch(new RegExp(`^stock/ingredients\\?farm=${farm.farm}&search=Feed`));
  expect(found.get('old_dry_matter')).toMatchObject({ count: 1, kg: 1500, money: 6000, items: [{ id: farm.hay, day: '2026-03-03' }] });
});

test('a corrected case is found no more', async ({ farm }) => {
  const codes = async () => (await checks(farm, '2026-03', `&farm=${farm.farm}`)).map(({ code }) => code);
  const count = { ingredient: farm.hay, weight: 3500, counted_at: '2026-03-31T12:00:00Z' };
  expect((await owner(farm).post(`manager/stocks/${farm.stock}/count/`, count)).status).toBe(201);
  expect(
    (await owner(farm).post(`animalfeed/schedules/${planned}/load/`, { items: [{ ingredient: farm.silage, weight_fact: 50 }] })).status,
  ).toBe(200);
  expect(await codes()).toEqual(expect.not.arrayContaining(['no_count', 'batches']));
});

test('the matrix shows the state of thirteen months of each farm, with the numbers that closing would give', async ({ farm }) => {
  const [mine, other] = [await matrix(farm, `?farm=${farm.farm}`), await matrix(farm, `?farm=${quiet}`)].map(([row]) => row!);
  expect(mine!.months.map(({ month }) => month)).toEqual([
    ...['2026-04', '2026-03', '2026-02', '2026-01'],
    ...Array.from({ length: 9 }, (_, at) => `2025-${String(12 - at).padStart(2, '0')}`),
  ]);
  const state = (row: MonthEndFarm, month: string) => row.months.find((one) => one.month === month);
  expect(state(mine!, '2026-04')).toMatchObject({ state: 'running' });
  expect(state(mine!, '2026-03')).toMatchObject({ state: 'findings', number: '1/1' });
  expect(state(mine!, '2026-03')!.findings).toBe((await checks(farm, '2026-03', `&farm=${farm.farm}`)).length);
  expect(state(mine!, '2026-02')).toMatchObject({ state: 'empty', findings: 0, closed_at: null });
  expect(new Set(other!.months.map((one) => one.state))).toEqual(new Set(['running', 'empty']));

  expect((await owner(farm).post('manager/months/close/', { farms: [farm.farm], month: '2026-02' })).status).toBe(201);
  const [after] = await matrix(farm, `?farm=${farm.farm}`);
  expect(state(after!, '2026-02')).toMatchObject({
    state: 'closed',
    number: '1/1',
    closed_at: '2026-04-02T09:00:00Z',
    closed_by_name: 'Test client',
  });
  expect(state(after!, '2026-03')!.number).toBe('2/1');
  expect(state(after!, '2025-12')!.number).toBe('1/1');
});

test('all farms visible to the caller are shown, and no others', async ({ api, farm }) => {
  expect((await matrix(farm)).map((row) => row.farm).toSorted()).toEqual([farm.farm, quiet].toSorted());
  const stranger = await makeClient(api);
  expect((await stranger.owner.get('report/month-end/matrix/')).data).toEqual([]);
  for (const what of ['matrix/?', 'checks/?month=2026-03&', 'papers/?month=2026-03&', 'archive/?month=2026-03&']) {
    const { status, errors } = await stranger.owner.get(`report/month-end/${what}farm=${farm.farm}`);
    expect([what, status, Object.keys(errors)]).toEqual([what, 400, ['farm.0']]);
  }
});

test.for(['checks', 'papers', 'archive'])('%s: an invalid request is refused at its field', async (what, { farm }) => {
  const fields = async (query: string) => {
    const { status, errors } = await owner(farm).get(`report/month-end/${what}/?${query}`);
    return [status, Object.keys(errors ?? {})];
  };
  expect(await fields('')).toEqual([400, ['month']]);
  expect(await fields('month=2026-3')).toEqual([400, ['month']]);
  expect((await fields('month=2026-03&farm=x'))[0]).toBe(400);
});
