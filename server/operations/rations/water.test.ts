import fc from 'fast-check';
import { expect } from 'vitest';
import type { RationItemRow } from '#contract/operations/ration-items.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let farm: ReadyFarm;
let haylage: number;
let barley: number;
let water: number;

test.override('now', `${TODAY}T10:00:00Z`);
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  haylage = await makeFeed(50, 1);
  barley = await makeFeed(88, 7);
  water = await makeFeed(0, 0.01);
});

const owner = () => farm.client.owner;
const makeFeed = async (dry_matter: number, price: number) => (await makeIngredient(owner(), farm, { dry_matter, price })).id;
const at = 'manager/rations/';
// 10 + 4.4 kg of dry matter of a head: 36 kg as fed at 40 %.
const byHead = () => ({
  basis: 'head_fresh',
  target_dry_matter: 40,
  water,
  items: [
    { ingredient: haylage, amount: 20, hold: 'dry' },
    { ingredient: barley, amount: 5, hold: 'fresh' },
  ],
});
const buildRation = (values: object) => ({ farm: farm.farm, name: `R ${Math.random()}`, rounding: 0, ...byHead(), ...values });
const add = (values: object = {}) => make(owner(), at, buildRation(values));
const put = async (id: number, body: object) => (await owner().put(`${at}${id}/`, body)).data;
const dryMatter = async (ingredient: number, dry_matter: number) =>
  expect((await owner().put(`manager/ingredients/${ingredient}/`, { dry_matter })).status).toBe(200);
const feed = (ration: number, weight_per_head: number) =>
  make(owner(), 'schedule/schedules/', {
    farm: farm.farm,
    planned_on: TODAY,
    ration,
    mixer: farm.mixer,
    groups: [{ group: farm.cowsGroup, weight_per_head }],
  });
const readPlan = async (id: number) => {
  const { weight_plan, items } = (await owner().get(`schedule/schedules/${id}/`)).data;
  const kg = new Map((items as { ingredient: number; weight_plan: number }[]).map((item) => [item.ingredient, item.weight_plan]));
  return { weight_plan, haylage: kg.get(haylage), barley: kg.get(barley), water: kg.get(water) };
};
const shares = (haylageShare: number) => [
  { ingredient: haylage, percent: haylageShare },
  { ingredient: barley, percent: 100 - haylageShare },
];

test('water makes up the mix to its dry matter, is part of the load and has a cost', async () => {
  const ration = await add();
  expect(ration).toMatchObject({ target_dry_matter: 40, water, dry_matter: 40, kg_per_head: 36, dry_matter_per_head: 14.4, size: 36 });
  expect(ration.price_per_head).toBeCloseTo(20 + 35 + 0.11, 4);
  expect(ration.items).toMatchObject([{ amount: 20 }, { amount: 5 }, { ingredient: water, amount: 11, hold: 'fresh' }]);
  const { id } = await feed(ration.id, 36);
  expect(await readPlan(id)).toEqual({ weight_plan: 3600, haylage: 2000, barley: 500, water: 1100 });
  const report = {
    status: 'loaded',
    items: [haylage, barley, water].map((ingredient, place) => ({ ingredient, weight_fact: [2000, 500, 1100][place] })),
  };
  await owner().put(`schedule/schedules/${id}/load/`, { ...report, status: 'in_process' });
  const loaded = await owner().put(`schedule/schedules/${id}/load/`, report);
  expect([loaded.status, loaded.data.weight_fact, loaded.data.items[2]]).toEqual([
    200,
    3600,
    expect.objectContaining({ price: 0.01, dry_matter: 0 }),
  ]);
  expect((await owner().get(`manager/ingredients/${water}/`)).data.rest).toBe(-1100);
});

test('through any dry matter a head gets the same of it, the mix is never drier than its target, and water never negative', async () => {
  const { id } = await feed((await add()).id, 36);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1500, max: 9500 }), async (hundredths) => {
      await dryMatter(haylage, hundredths / 100);
      const plan = await readPlan(id);
      const dry = ((plan.haylage ?? 0) * hundredths) / 10_000 + (plan.barley ?? 0) * 0.88;
      expect(Math.abs(dry - 1440)).toBeLessThan(0.02);
      const unwatered = 100_000 / hundredths + 5;
      expect(Math.abs(plan.weight_plan - 100 * Math.max(36, unwatered))).toBeLessThan(0.05);
      // A mix that is wet enough has no line of nothing.
      expect(plan.water === undefined || plan.water > 0).toBe(true);
      expect(Math.abs((plan.haylage ?? 0) + (plan.barley ?? 0) + (plan.water ?? 0) - plan.weight_plan)).toBeLessThan(1e-6);
    }),
    { numRuns: countRuns(12), examples: [[2500]] },
  );
  await dryMatter(haylage, 50);
  expect(await readPlan(id)).toEqual({ weight_plan: 3600, haylage: 2000, barley: 500, water: 1100 });
});

test('a ration that fixes its weight as fed is measured too: a measurement changes the water', async () => {
  const { id } = await feed(
    (
      await add({
        items: [
          { ingredient: haylage, amount: 20 },
          { ingredient: barley, amount: 5 },
        ],
      })
    ).id,
    36,
  );
  const measured = await owner().post('manager/drymatter/?dry_run=true', {
    ingredient: haylage,
    percent: 46,
    measured_at: `${TODAY}T09:00:00Z`,
    method: 'koster',
  });
  // 9.2 + 4.4 kg of dry matter are 34 kg as fed.
  const own = (measured.data.changes as { schedule: number; ingredient: number; was: number; is: number }[]).filter(
    ({ schedule }) => schedule === id,
  );
  expect(own).toEqual([expect.objectContaining({ ingredient: water, was: 1100, is: 900 })]);
  const today = (await owner().get(`manager/drymatter/today/?farm=${farm.farm}`)).data as { ingredient: number; rations: number }[];
  expect(today.find(({ ingredient }) => ingredient === haylage)?.rations).toBeGreaterThan(0);
  expect(today.some(({ ingredient }) => ingredient === water)).toBe(false);
});

test('water that is added to a ration comes on top of what a head gets, and goes again without a trace', async () => {
  const ration = await add({ basis: 'load_fresh', target_dry_matter: null, water: null, items: shares(60) });
  const { id } = await feed(ration.id, 30);
  expect(await readPlan(id)).toEqual({ weight_plan: 3000, haylage: 1800, barley: 1200, water: undefined });
  // 65.2 % dry in itself.
  const wet = await put(ration.id, { target_dry_matter: 32.6, water });
  expect(wet).toMatchObject({
    dry_matter: 32.6,
    size: 200,
    items: [{ percent: 30, amount: 60 }, { percent: 20, amount: 40 }, { percent: 50 }],
  });
  expect(await readPlan(id)).toEqual({ weight_plan: 6000, haylage: 1800, barley: 1200, water: 3000 });
  await put(ration.id, { target_dry_matter: 60 });
  expect((await readPlan(id)).weight_plan).toBeCloseTo(3260, 3);
  expect(await put(ration.id, { target_dry_matter: null, water: null })).toMatchObject({
    size: 100,
    items: [{ percent: 60 }, { percent: 40 }],
  });
  expect(await readPlan(id)).toEqual({ weight_plan: 3000, haylage: 1800, barley: 1200, water: undefined });
});

test('a client that sends only shares returns the water with them: as read it is no change, a changed share applies to the other feeds', async () => {
  const ration = await add({ basis: 'load_fresh', target_dry_matter: 32.6, items: shares(60) });
  const read = (ration.items as RationItemRow[]).map(({ ingredient, percent }) => ({ ingredient, percent }));
  const same = await put(ration.id, { items: read });
  expect(same).toMatchObject({ size: 200, items: [{ percent: 30, amount: 60 }, { percent: 20, amount: 40 }, { percent: 50 }] });
  const other = await put(ration.id, {
    items: [
      { ingredient: haylage, percent: 40 },
      { ingredient: barley, percent: 10 },
      { ingredient: water, percent: 50 },
    ],
  });
  expect(other).toMatchObject({ dry_matter: 32.6, items: [{ amount: 80 }, { amount: 20 }, { ingredient: water }] });
});

test('another feed takes the place of the water; while it is one, it isn’t deleted', async () => {
  const whey = await makeFeed(6, 0.5);
  const ration = await add();
  const refused = await owner().delete(`manager/ingredients/${water}/`);
  expect([refused.status, refused.errors.detail?.[0]?.code]).toEqual([409, 'in_use']);
  const other = await put(ration.id, { water: whey });
  // (14.4 − 0.4 × 25) ÷ (0.4 − 0.06) kg of 6 % dry matter.
  expect([other.dry_matter, other.kg_per_head]).toEqual([40, expect.closeTo(37.941176, 5)]);
  const milk = await makeFeed(10, 0.6);
  expect((await owner().post(`manager/ingredients/${whey}/replace/`, { by: milk })).status).toBe(200);
  expect((await owner().get(`${at}${ration.id}/`)).data).toMatchObject({
    water: milk,
    dry_matter: 40,
    items: [{}, {}, { ingredient: milk }],
  });
});

test.each<[string | number, string, () => object]>([
  [2, 'water', () => ({ water: null })],
  [2, 'target_dry_matter', () => ({ target_dry_matter: null })],
  ['min_val', 'target_dry_matter', () => ({ target_dry_matter: 0 })],
  [8, 'target_dry_matter', () => ({ target_dry_matter: 100 })],
  [23, 'water', () => ({ water: barley })],
  [23, 'water', () => ({ water: 999_999 })],
  [2, 'items', () => ({ items: [{ ingredient: water, amount: 5 }] })],
  [
    'percent_sum',
    'items',
    () => ({
      basis: 'load_fresh',
      items: [
        { ingredient: barley, amount: 90 },
        { ingredient: water, amount: 10 },
      ],
    }),
  ],
])('what can’t be is refused: %s at %s', async (code, field, values) => {
  const before = (await owner().get(at)).count;
  const { status, errors } = await owner().post(at, buildRation(values()));
  expect([status, errors[field]?.[0]?.code]).toEqual([400, code]);
  expect((await owner().get(at)).count).toBe(before);
});

test('another client’s water is nobody’s', async ({ api }) => {
  const other = await makeClient(api);
  const theirs = await makeIngredient(other.owner, await makeFarm(other.owner), { dry_matter: 0 });
  expect((await owner().post(at, buildRation({ water: theirs.id }))).errors.water?.[0]?.code).toBe(23);
});

test('a ration that is wet enough is saved as it was read, with its water of 0 kg among the parts', async () => {
  const { id } = await add({ target_dry_matter: 80 });
  const read = (await owner().get(`${at}${id}/`)).data;
  expect(read.items.at(-1)).toMatchObject({ ingredient: water, amount: 0, percent: 0 });
  const saved = await owner().put(`${at}${id}/`, read);
  expect([saved.status, saved.errors]).toEqual([200, undefined]);
  expect(saved.data.items).toEqual(read.items);
  const { items: _, ...others } = await put(id, { ...saved.data, name: 'Renamed' });
  expect(others).toMatchObject({ name: 'Renamed', water, target_dry_matter: 80, kg_per_head: read.kg_per_head });
  // By shares alone, too; nothing else may be nothing.
  const byShare = (items: RationItemRow[]) => items.map(({ ingredient, percent }) => ({ ingredient, percent }));
  expect((await put(id, { items: byShare(read.items) })).items).toEqual(read.items);
  const [one, ...rest] = read.items as RationItemRow[];
  const nothing = await owner().put(`${at}${id}/`, { items: [{ ...one, amount: 0 }, ...rest] });
  expect([nothing.status, nothing.errors['items.0.amount']?.[0]?.code]).toEqual([400, 'min_val']);
});
