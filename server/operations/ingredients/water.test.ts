import { expect } from 'vitest';
import { makeIngredient, makeRation } from '#tests/support/factories.ts';
import { makePeriod, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

/** Two feeds of one ration without any delivery: a usual one and water. */
let hay: number;
let water: number;

const test = base.override({ now: '2026-03-02T05:00:00Z' });
test.beforeAll(async ({ api, farm }) => {
  const { owner } = farm.client;
  hay = (await makeIngredient(owner, farm, { name: 'Twin hay', price: 0 })).id;
  water = (await makeIngredient(owner, farm, { name: 'Twin water', price: 0, dry_matter: 0, water: true })).id;
  const parts = [hay, water].map((ingredient) => ({ ingredient, percent: 50 }));
  const ration = (await makeRation(owner, farm, parts)).id;
  const { id } = await makeSchedule(farm, '2026-03-03', { ration });
  await moveTo(api, farm, '2026-03-03T09:00:00Z');
  const put = (kind: string, body: object) => farm.client.owner.put(`schedule/schedules/${id}/${kind}/`, body);
  await put('load', { status: 'in_process' });
  const items = [hay, water].map((ingredient) => ({ ingredient, weight_fact: 2500 }));
  expect((await put('load', { status: 'loaded', items })).status).toBe(200);
  await moveTo(api, farm, '2026-05-05T05:00:00Z');
  await makePeriod(farm, { active: true, jobs: [{ ration, mixer: farm.mixer, groups: [{ group: farm.cowsGroup, weight_per_head: 40 }] }] });
});

const get = async (farm: ReadyFarm, path: string) => (await farm.client.owner.get(path)).data;
const report = (farm: ReadyFarm, name: string, days: string) => get(farm, `report/${name}/make/?farm=${farm.farm}&${days}`);
const TO_COME = 'planned_on_after=2026-05-05&planned_on_before=2026-05-31';
const PAST = 'planned_on_after=2026-03-01&planned_on_before=2026-03-31';

/** Places that list feeds because they are short, must be counted or should be ordered. */
const PLACES: Record<string, (farm: ReadyFarm) => Promise<unknown>> = {
  'needs of the coming days': (farm) => get(farm, `manager/ingredients/needs/?farm=${farm.farm}`),
  'count sheet': (farm) => get(farm, `manager/stocks/${farm.stock}/count-sheet/`),
  'supply report': async (farm) => (await report(farm, 'supply', TO_COME)).rows,
  'alerts of the overview': async (farm) => (await report(farm, 'dashboard', TO_COME)).alerts,
  "notes of the month's stock": async (farm) => (await report(farm, 'inout', PAST)).notes,
  'checks of the month': async (farm) =>
    (await get(farm, `report/month-end/checks/?month=2026-03&farm=${farm.farm}`)).filter(({ code }: { code: string }) =>
      ['negative_stock', 'no_price'].includes(code),
    ),
};

test.for(Object.keys(PLACES))('the %s lists the feed and leaves out water', async (place, { farm }) => {
  const listed = JSON.stringify(await PLACES[place]?.(farm));
  expect(listed).toContain('Twin hay');
  expect(listed).not.toContain('Twin water');
});

test('water lasts for no number of days, in the list and in the report of use', async ({ farm }) => {
  const list = await get(farm, `manager/ingredients/?farm=${farm.farm}&search=Twin`);
  expect(list.map(({ name, run_out_on }: { name: string; run_out_on: string | null }) => [name, run_out_on])).toEqual([
    ['Twin hay', '2026-05-05'],
    ['Twin water', null],
  ]);
  const { rows } = await report(farm, 'consumption', 'planned_on_after=2026-03-01&planned_on_before=2026-03-04');
  const lasting = new Map(rows.map((row: { ingredient: string; days_left: number | null }) => [row.ingredient, row.days_left]));
  expect(lasting.get('Twin hay')).toBe(0);
  expect(lasting.get('Twin water')).toBeNull();
});

test('a store with nothing but water needs no count', async ({ farm }) => {
  const { owner } = farm.client;
  const well = (await owner.post('manager/stocks/', { company: farm.company, name: 'Well' })).data;
  const { id } = await makeIngredient(owner, { ...farm, stock: well.id }, { water: true });
  const delivery = {
    farm: farm.farm,
    delivery_type: 'delivery',
    ingredient: id,
    value: 10,
    price: 1,
    delivered_at: '2026-03-10T08:00:00Z',
  };
  expect((await owner.post('manager/deliveries/', delivery)).status).toBe(201);
  expect(await get(farm, `manager/stocks/${well.id}/`)).toMatchObject({ rest: 0 });
  const due = async () => (await get(farm, 'manager/stocks/counts-due/')).map(({ name }: { name: string }) => name);
  expect(await due()).not.toContain('Well');
  expect((await owner.put(`manager/ingredients/${id}/`, { water: false })).status).toBe(200);
  expect(await due()).toContain('Well');
});
