import { expect } from 'vitest';
import { deliver, make, makeAccount, makeClient, makeIngredient } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let farm: ReadyFarm;

/** 10 000 kg of silage, 5 000 kg of hay, no meal; a feeding of 5 000 kg takes 3 000, 1 500 and 500. */
test.beforeEach(async ({ api }) => {
  api.setNow(`${TODAY}T05:00:00Z`);
  farm = await makeReadyFarm(api);
});

const needs = async (query = '') => (await farm.client.owner.get(`manager/ingredients/needs/?farm=${farm.farm}${query}`)).data;
const readNeed = async (ingredient: number, query = '') => (await needs(query)).find(({ id }: { id: number }) => id === ingredient);
const listRests = (need: { days: { rest: number }[] }) => need.days.map(({ rest }) => rest);

test('nothing planned, nothing needed; wrong days are named', async () => {
  const { owner } = farm.client;
  expect(await owner.get(`manager/ingredients/needs/?farm=${farm.farm}`)).toMatchObject({ status: 200, data: [], count: 0 });
  for (const days of ['0', '15', '1.5', 'x']) {
    expect((await owner.get(`manager/ingredients/needs/?days=${days}`)).errors.days?.[0]?.code).toBeDefined();
  }
});

test('an active period needs its feed every day, those made and those to come', async () => {
  await makePeriod(farm, { active: true });
  const [first, second, third] = await needs('&days=14');
  // No meal at all, hay and silage for three days each.
  expect([first.id, [second.id, third.id].toSorted()]).toEqual([farm.meal, [farm.silage, farm.hay].toSorted()]);
  expect(first).toMatchObject({ rest: 0, need: 7000, missing: 7000, short_on: TODAY, run_out_on: TODAY, made: false });
  const silage = await readNeed(farm.silage, '&days=14');
  expect(silage).toMatchObject({ need: 42_000, missing: 32_000, short_on: '2026-03-13', run_out_on: '2026-03-13' });
  expect(silage.days).toHaveLength(14);
  expect(silage.days[0]).toEqual({ day: TODAY, need: 3000, coming: 0, rest: 7000 });
  expect(silage.days[13]).toEqual({ day: '2026-03-23', need: 3000, coming: 0, rest: -32_000 });
  expect((await readNeed(farm.silage)).days).toHaveLength(7);
});

test('a loaded feeding has no needs, a feeding in progress counts as weighed, and an edited one as edited', async () => {
  const { owner } = farm.client;
  await makePeriod(farm, { active: true });
  const [today] = (await owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=${TODAY}`)).data;
  const [tomorrow] = (await owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=2026-03-11`)).data;
  await owner.put(`schedule/schedules/${today.id}/load/`, {
    status: 'in_process',
    items: [{ ingredient: farm.silage, weight_fact: 2500 }],
  });
  await owner.put(`schedule/schedules/${tomorrow.id}/`, { groups: [{ group: farm.cowsGroup, weight_per_head: 20 }] });
  expect(listRests(await readNeed(farm.silage, '&days=3'))).toEqual([7500, 6300, 3300]);
  expect(listRests(await readNeed(farm.hay, '&days=3'))).toEqual([3500, 2900, 1400]);
  await owner.put(`schedule/schedules/${today.id}/load/`, { status: 'loaded' });
  expect(await readNeed(farm.silage, '&days=3')).toMatchObject({ rest: 7500, need: 4200 });
  // The hay had no word when the load ended: nothing of it was taken.
  expect(await readNeed(farm.hay, '&days=3')).toMatchObject({ rest: 5000, need: 2100 });
});

test('a feeding by hand, deleted or of yesterday: only the first counts', async () => {
  await makeSchedule(farm, '2026-03-12');
  const gone = await makeSchedule(farm, '2026-03-12');
  await farm.client.owner.delete(`schedule/schedules/${gone.id}/`);
  await makeSchedule(farm, '2026-03-09');
  await makeSchedule(farm, '2026-03-17');
  const hay = await readNeed(farm.hay);
  expect(hay).toMatchObject({ need: 1500, missing: 0, short_on: null, run_out_on: null });
  expect(listRests(hay)).toEqual([5000, 5000, 3500, 3500, 3500, 3500, 3500]);
});

test('a day switched off has no needs, and leftovers that replace feed need none', async () => {
  const { owner } = farm.client;
  const job = { ...jobOf(farm), leftovers: true, planned_leftovers: 1000 };
  await makePeriod(farm, { active: true, jobs: [job] });
  const [loading] = (await owner.get(`schedule/loadings/?farm=${farm.farm}&planned_on=2026-03-11`)).data;
  await owner.put(`schedule/loadings/${loading.id}/`, { active: false });
  const needed = (await readNeed(farm.silage, '&days=10')).days.map(({ need }: { need: number }) => need);
  expect(needed).toEqual([2400, 0, ...Array(8).fill(2400)]);
});

test('a planned batch needs its parts and adds its product', async () => {
  const { owner } = farm.client;
  const items = [
    { ingredient: farm.hay, percent: 75 },
    { ingredient: farm.silage, percent: 25 },
  ];
  const recipe = await make(owner, 'manager/recipes/', { farm: farm.farm, name: 'Compound', ingredient: farm.meal, items });
  const batch = { farm: farm.farm, recipe: recipe.id, weight_plan: 2000 };
  const { id } = await make(owner, 'animalfeed/schedules/', { ...batch, planned_on: '2026-03-11' });
  await makeSchedule(farm, TODAY);
  await makeSchedule(farm, '2026-03-12');
  const meal = await readNeed(farm.meal, '&days=3');
  expect(meal).toMatchObject({ made: true, need: 1000, coming: 2000, missing: 500, short_on: TODAY });
  expect(listRests(meal)).toEqual([-500, 1500, 1000]);
  expect(listRests(await readNeed(farm.hay, '&days=3'))).toEqual([3500, 2000, 500]);
  // After the batch its parts are out of stock and its product is in stock.
  const made = await owner.post(`animalfeed/schedules/${id}/load/`, { items: [{ ingredient: farm.hay, weight_fact: 1600 }] });
  expect(made.status).toBe(200);
  expect(await readNeed(farm.hay, '&days=3')).toMatchObject({ rest: 3400, need: 3000, coming: 0 });
  expect(await readNeed(farm.meal, '&days=3')).toMatchObject({ rest: 1600, coming: 0, missing: 0 });
});

test('beyond the daily plan, the steady needs give the day when the stock runs out', async () => {
  await makePeriod(farm, { active: true });
  await deliver(farm.client.owner, farm, farm.hay, 95_000, 4);
  // 100 t at 1.5 t a day: 66 days are covered.
  expect((await readNeed(farm.hay)).run_out_on).toBe('2026-05-15');
  expect((await farm.client.owner.get(`manager/ingredients/${farm.hay}/`)).data.run_out_on).toBe('2026-05-15');
});

test('the dashboard warns of a feed that the plan uses up within a week, though none of it was used before', async () => {
  const { owner } = farm.client;
  await makeSchedule(farm, '2026-03-12');
  await makeSchedule(farm, '2026-03-18');
  await deliver(owner, farm, farm.meal, 400, 12);
  const readAlerts = async () => {
    const range = `farm=${farm.farm}&planned_on_after=${TODAY}&planned_on_before=${TODAY}&language=en`;
    const { alerts } = (await owner.get(`report/dashboard/make/?${range}`)).data;
    return alerts.find(({ code }: { code: string }) => code === 'days_left')?.items ?? [];
  };
  expect(await readAlerts()).toEqual([expect.objectContaining({ id: farm.meal, value: 2 })]);
  await deliver(owner, farm, farm.meal, 100, 12);
  expect(await readAlerts()).toEqual([]);
});

test('only those with the right, on their farms, and never another client', async ({ api }) => {
  await makePeriod(farm, { active: true });
  const { id } = await makeClient(api);
  const other = await makeAccount(api, { user_type: 'client', client_id: id });
  expect((await other.caller.get(`manager/ingredients/needs/?farm=${farm.farm}`)).data).toEqual([]);
  const employee = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  expect((await employee.caller.get('manager/ingredients/needs/')).status).toBe(403);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/farms/${farm.farm}/manager/ingredients/needs/`;
  expect((await consultant.caller.get(inside)).count).toBe(3);
});

test('a list of ingredients comes in the order in which they run out by the plan, page by page; what nothing is planned of comes last', async () => {
  const spare = await makeIngredient(farm.client.owner, farm);
  await makePeriod(farm, { active: true });
  await deliver(farm.client.owner, farm, farm.hay, 95_000, 4);
  const list = async (query: string): Promise<{ id: number; run_out_on: string | null }[]> =>
    (await farm.client.owner.get(`manager/ingredients/?farm=${farm.farm}&${query}`)).data;
  const rows = await list('ordering=run_out_on');
  const days = rows.map((row) => row.run_out_on ?? '9999');
  expect(days).toEqual(days.toSorted());
  expect([new Set(days).size > 2, rows.at(-1)?.id]).toEqual([true, spare.id]);
  const pages = [await list('ordering=run_out_on&page_size=2'), await list('ordering=run_out_on&page_size=2&page=2')].flat();
  expect(pages.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const down = (await list('ordering=-run_out_on')).map((row) => row.run_out_on);
  expect(down.filter(Boolean)).toEqual(days.filter((day) => day !== '9999').toReversed());
  for (const name of ['outlook', 'toString']) {
    expect((await farm.client.owner.get(`manager/ingredients/?ordering=${name}`)).status).toBe(400);
  }
});
