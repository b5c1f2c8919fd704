import fc from 'fast-check';
import { expect } from 'vitest';
import { measuredIn, RATION_BASES, type RationBasis, type RationItemRow } from '#contract/operations/ration-items.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, makeGroup, makeIngredient, makeMixer } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let farm: ReadyFarm;
let silage: number;
let barley: number;
let premix: number;

test.override('now', `${TODAY}T10:00:00Z`);
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  const { owner } = farm.client;
  silage = (await makeIngredient(owner, farm, { dry_matter: 30, price: 1 })).id;
  barley = (await makeIngredient(owner, farm, { dry_matter: 88, price: 7 })).id;
  premix = (await makeIngredient(owner, farm, { dry_matter: 95, price: 60 })).id;
});

const owner = () => farm.client.owner;
const at = 'manager/rations/';
const add = (body: object) => make(owner(), at, { farm: farm.farm, name: `R ${Math.random()}`, rounding: 0, ...body });
const put = (id: number, body: object) => owner().put(`${at}${id}/`, body);
const read = async (id: number) => (await owner().get(`${at}${id}/`)).data;
const dryMatter = async (ingredient: number, dry_matter: number) =>
  expect((await owner().put(`manager/ingredients/${ingredient}/`, { dry_matter })).status).toBe(200);
const feed = (ration: number, weight_per_head: number, values: object = {}) =>
  make(owner(), 'schedule/schedules/', {
    farm: farm.farm,
    planned_on: TODAY,
    ration,
    mixer: farm.mixer,
    groups: [{ group: farm.cowsGroup, weight_per_head }],
    ...values,
  });
interface Plan {
  weight_plan: number;
  version: number;
  groups: { weight_plan: number }[];
  items: { ingredient: number; weight_plan: number; percent: number }[];
}
const readPlan = async (id: number): Promise<Plan> => (await owner().get(`schedule/schedules/${id}/`)).data;
const findPlannedKg = ({ items }: Plan, ingredient: number) => items.find((item) => item.ingredient === ingredient)?.weight_plan ?? 0;
const byHead = () => [
  { ingredient: silage, amount: 42, hold: 'dry' },
  { ingredient: barley, amount: 5.988, hold: 'fresh' },
  { ingredient: premix, amount: 0.012, hold: 'fresh' },
];

test('twelve grams of an additive in 48 kg reach the load as they were written', async () => {
  const ration = await add({ basis: 'head_fresh', items: byHead() });
  expect(ration).toMatchObject({ basis: 'head_fresh', kg_per_head: 48, dry_matter_per_head: 17.88084, size: 48 });
  expect(ration.price_per_head).toBeCloseTo(42 + 5.988 * 7 + 0.012 * 60, 3);
  expect(ration.items).toMatchObject([
    { percent: 87.5, amount: 42, hold: 'dry', dry_matter: 30 },
    { percent: 12.475, amount: 5.988, hold: 'fresh' },
    { percent: 0.025, amount: 0.012, hold: 'fresh' },
  ]);
  const plan = await readPlan((await feed(ration.id, 48)).id);
  expect([plan.weight_plan, findPlannedKg(plan, premix)]).toEqual([4800, 1.2]);
});

/** A head's feed, as extension bulletins print it: pounds in one basis, and in the other at the dry matter that was measured. */
const PUBLISHED = [
  ['Penn State, Batch Mix manual: corn silage', { dry: 16.8, percent: 28.5 }, 58.9],
  ['University of Georgia, Special Bulletin 58: corn silage', { dry: 25, percent: 35 }, 71.4],
  ['Farming Magazine, J. Hibma: pasture', { dry: 45, percent: 20 }, 225],
  ['Farming Magazine, J. Hibma: corn silage', { fresh: 70, percent: 30 }, 21],
  ['Farming Magazine, J. Hibma: hay', { fresh: 10, percent: 90 }, 9],
  ['Oregon State, ANS 312: pasture', { fresh: 100, percent: 20 }, 20],
  ['Oregon State, ANS 312: five tons to a pen of 100 cows', { fresh: 100, percent: 55 }, 55],
] as const;

test.each(PUBLISHED)('published: %s', async (_, { percent, ...given }, printed) => {
  const feed = (await makeIngredient(owner(), farm, { dry_matter: percent })).id;
  const [basis, amount] = 'dry' in given ? (['head_dry', given.dry] as const) : (['head_fresh', given.fresh] as const);
  const ration = await add({ basis, items: [{ ingredient: feed, amount, hold: 'dry' }] });
  const [same, other] = basis === 'head_dry' ? ['dry_matter_per_head', 'kg_per_head'] : ['kg_per_head', 'dry_matter_per_head'];
  expect(ration[same]).toBe(amount);
  expect(ration[other]).toBeCloseTo(printed, 1);
  expect(ration.items).toMatchObject([{ percent: 100 }]);
});

test('published: what a wagon is to load, before and after a silage turns wetter', async () => {
  // University of Georgia, Special Bulletin 58: 25 lb of dry matter for 100 cows at 35 % are 7,140 lb, rounded to tens.
  const makeSilage = async (dry_matter: number) => (await makeIngredient(owner(), farm, { dry_matter })).id;
  const corn = await add({ basis: 'head_dry', items: [{ ingredient: await makeSilage(35), amount: 25, hold: 'dry' }] });
  const load = await readPlan((await feed(corn.id, Math.round(Number(corn.kg_per_head) * 100) / 100)).id);
  expect(Math.round(load.weight_plan / 10) * 10).toBe(7140);
  // Progressive Dairy, dry matter tips for feeders: 6,000 lb at 36 % hold 2,160 lb of dry matter, at 30 % only 1,800.
  const wetter = await makeSilage(36);
  const wagon = await add({ basis: 'head_fresh', items: [{ ingredient: wetter, amount: 60, hold: 'dry' }] });
  const { id } = await feed(wagon.id, 60);
  expect((await readPlan(id)).weight_plan).toBe(6000);
  expect(Number(wagon.dry_matter_per_head) * 100).toBeCloseTo(2160, 6);
  await dryMatter(wetter, 30);
  const { weight_plan } = await readPlan(id);
  expect([weight_plan, weight_plan * 0.3, 6000 * 0.3]).toEqual([7200, 2160, 1800]);
});

test('a ration by percent has fixed shares of the load as fed, independent of dry matter', async () => {
  const ration = await add({
    items: [
      { ingredient: silage, percent: 70 },
      { ingredient: barley, percent: 30 },
    ],
  });
  expect(ration).toMatchObject({ basis: 'load_fresh', kg_per_head: null, dry_matter_per_head: null, price_per_head: null, size: 100 });
  expect(ration.items).toMatchObject([
    { percent: 70, amount: 70, hold: 'fresh' },
    { percent: 30, amount: 30, hold: 'fresh' },
  ]);
  const { id, version } = await feed(ration.id, 40);
  await dryMatter(silage, 25);
  expect(await readPlan(id)).toMatchObject({ version, weight_plan: 4000, items: [{ weight_plan: 2800 }, { weight_plan: 1200 }] });
  await dryMatter(silage, 30);
  // A client that only sends shares returns the rows as read, with one of them changed.
  const rows = ration.items as RationItemRow[];
  const shares = [60, 40].map((percent, index) => ({ ...rows[index], percent }));
  const changed = await put(ration.id, { items: shares });
  expect(changed.data.items).toMatchObject([{ amount: 60 }, { amount: 40 }]);
});

test('a head’s dry matter stays within rounding through any change of dry matter', async () => {
  const ration = await add({ basis: 'head_fresh', items: byHead() });
  const [heads, perHead] = [100, 24];
  const { id } = await feed(ration.id, perHead);
  const dryOfHead = (42 * 0.3 * perHead) / 48;
  const fresh = (5.988 * perHead) / 48;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1200, max: 9000 }), async (hundredths) => {
      await dryMatter(silage, hundredths / 100);
      const plan = await readPlan(id);
      expect(Math.abs((findPlannedKg(plan, silage) * hundredths) / 10_000 / heads - dryOfHead)).toBeLessThan(0.0001);
      expect(Math.abs(findPlannedKg(plan, barley) / heads - fresh)).toBeLessThan(0.0001);
      expect(plan.groups[0]?.weight_plan).toBe(plan.weight_plan);
      expect(Math.abs(plan.items.reduce((sum, { weight_plan }) => sum + weight_plan, 0) - plan.weight_plan)).toBeLessThan(1e-6);
    }),
    { numRuns: countRuns(12) },
  );
  await dryMatter(silage, 30);
  expect((await readPlan(id)).weight_plan).toBe(2400);
});

test('a ration that is read in another basis, written so, and back is the same to a gram, and so are its loads', async () => {
  const ration = await add({ basis: 'head_fresh', items: byHead() });
  const { id } = await feed(ration.id, 48);
  const plan = await readPlan(id);
  const convert = async (to: RationBasis) => {
    const now = await read(ration.id);
    const items = now.items as RationItemRow[];
    const measured = measuredIn(now.basis, items, 48);
    const { status, data } = await put(ration.id, {
      basis: to,
      items: items.map(({ ingredient, hold, dry_matter }, index) => ({ ingredient, hold, dry_matter, amount: measured[index]?.[to] })),
    });
    expect(status).toBe(200);
    return data;
  };
  for (const basis of RATION_BASES.filter((one) => one !== 'head_fresh')) {
    expect((await convert(basis)).basis).toBe(basis);
    const there = await readPlan(id);
    for (const { ingredient, weight_plan } of plan.items)
      expect(Math.abs(findPlannedKg(there, ingredient) - weight_plan)).toBeLessThanOrEqual(0.002);
    const back = (await convert('head_fresh')).items as RationItemRow[];
    for (const [index, { amount }] of back.entries()) expect(Math.abs(amount - (byHead()[index]?.amount ?? 0))).toBeLessThan(0.0005);
  }
});

test('rewriting a ration keeps the present amount per head; amounts per head change it by their difference', async () => {
  const ration = await add({ basis: 'head_fresh', items: byHead() });
  const { id } = await feed(ration.id, 48);
  await dryMatter(silage, 28);
  // 45 + 5.988 + 0.012 kg a head.
  expect((await readPlan(id)).weight_plan).toBe(5100);
  const items = (await read(ration.id)).items as RationItemRow[];
  const more = items.map((item) => (item.ingredient === barley ? { ...item, amount: 6.988, dry_matter: undefined } : item));
  await put(ration.id, { items: more });
  expect(await readPlan(id)).toMatchObject({
    weight_plan: 5200,
    items: [{ weight_plan: 4500 }, { weight_plan: 698.8 }, { weight_plan: 1.2 }],
  });
  // A feeding that is planned now is typed for the ration of now.
  expect((await feed(ration.id, 52)).weight_plan).toBe(5200);
  await put(ration.id, {
    items: [
      { ingredient: silage, percent: 80 },
      { ingredient: barley, percent: 20 },
    ],
  });
  expect(await readPlan(id)).toMatchObject({ weight_plan: 5200, items: [{ weight_plan: 4160 }, { weight_plan: 1040 }] });
  await dryMatter(silage, 30);
});

test('a period’s weight stays as entered for the ration at that time; begun and past feedings keep their plan', async () => {
  const ration = await add({ basis: 'head_dry', items: [{ ingredient: silage, amount: 12, hold: 'dry' }] });
  const group = await makeGroup(owner(), farm, 10);
  const job = { ration: ration.id, mixer: farm.mixer, groups: [{ group: group.id, weight_per_head: 40 }] };
  const period = await make(owner(), 'manager/loadings/', { farm: farm.farm, name: 'Morning', active: true, jobs: [job] });
  const list = async () =>
    (await owner().get(`schedule/schedules/?ration=${ration.id}&ordering=planned_on`)).data as (Plan & { id: number })[];
  const [first] = await list();
  await owner().put(`schedule/schedules/${first?.id}/load/`, { status: 'in_process', items: [{ ingredient: silage, weight_fact: 5 }] });
  await dryMatter(silage, 24);
  const days = await list();
  expect(days.map(({ weight_plan }) => weight_plan)).toEqual([400, ...Array.from({ length: days.length - 1 }, () => 500)]);
  const [{ jobs }] = (await owner().get(`manager/loadings/?search=Morning`)).data;
  expect(jobs[0]).toMatchObject({ weight_plan: 500, groups: [{ weight_per_head: 40, ration_size: 40, weight_plan: 500 }] });
  const needs = (await owner().get(`manager/ingredients/needs/?farm=${farm.farm}&days=14`)).data as { id: number; need: number }[];
  const others = (await owner().get('schedule/schedules/?status=waited&page_size=100')).data as Plan[];
  const waiting = others.reduce((sum, plan) => sum + findPlannedKg(plan, silage), 0);
  // A begun feeding counts by its weighings, and days without schedules by the period.
  expect(needs.find(({ id }) => id === silage)?.need).toBeCloseTo(waiting + 5 + 6 * 500, 3);
  // The same weight sent back changes nothing; another is typed for the ration of now.
  const kept = await owner().put(`manager/loadings/${period.id}/`, { jobs: [job] });
  expect(kept.data.jobs[0].weight_plan).toBe(500);
  const groups = [{ group: group.id, weight_per_head: 50 }];
  expect((await owner().put(`manager/loadings/${period.id}/`, { jobs: [{ ...job, groups }] })).data.jobs[0].weight_plan).toBe(500);
  expect((await owner().delete(`manager/loadings/${period.id}/`)).status).toBe(204);
  await dryMatter(silage, 30);
});

test('the dry matter of a delivery rebuilds waiting plans', async () => {
  const wet = (await makeIngredient(owner(), farm, { dry_matter: 40 })).id;
  const ration = await add({ basis: 'load_fresh', items: [{ ingredient: wet, amount: 100, hold: 'dry' }] });
  const { id } = await feed(ration.id, 30);
  await make(owner(), 'manager/deliveries/', {
    farm: farm.farm,
    delivery_type: 'delivery',
    ingredient: wet,
    value: 1000,
    price: 2,
    dry_matter: 32,
  });
  expect((await readPlan(id)).weight_plan).toBe(3750);
  expect(await read(ration.id)).toMatchObject({ items: [{ percent: 100, amount: 100, dry_matter: 40 }], size: 125 });
});

test('a feed that replaces another gets its amount, and history contains the original entry', async () => {
  const other = (await makeIngredient(owner(), farm, { dry_matter: 50 })).id;
  const old = (await makeIngredient(owner(), farm, { dry_matter: 40 })).id;
  const ration = await add({ basis: 'head_dry', items: [{ ingredient: old, amount: 10, hold: 'dry' }] });
  expect((await owner().post(`manager/ingredients/${old}/replace/`, { by: other })).status).toBe(200);
  expect(await read(ration.id)).toMatchObject({ kg_per_head: 20, items: [{ ingredient: other, amount: 10, hold: 'dry', dry_matter: 50 }] });
  const [{ before, after }] = (await owner().get(`history/rations/?id=${ration.id}`)).data;
  expect([before.items[0].dry_matter, after.items[0].dry_matter, after.basis]).toEqual([40, 50, 'head_dry']);
});

test.each<[string | number, string, () => object]>([
  ['percent_sum', 'items', () => ({ basis: 'load_dry', items: [{ ingredient: silage, amount: 99.999999 }] })],
  ['min_val', 'items.0.amount', () => ({ basis: 'head_fresh', items: [{ ingredient: silage, amount: 0 }] })],
  ['min_val', 'items.0.amount', () => ({ basis: 'head_fresh', items: [{ ingredient: silage, amount: -1 }] })],
  ['mixer_weight', 'items.0.amount', () => ({ basis: 'head_fresh', items: [{ ingredient: silage, amount: 10_001 }] })],
  [2, 'items.0.amount', () => ({ basis: 'head_fresh', items: [{ ingredient: silage, percent: 100 }] })],
  [
    2,
    'items.1.amount',
    () => ({
      basis: 'head_fresh',
      items: [
        { ingredient: silage, amount: 10 },
        { ingredient: barley, percent: 100 },
      ],
    }),
  ],
])('what can’t be is refused: %s at %s', async (code, field, body) => {
  await makeMixer(owner(), farm);
  const before = (await owner().get(at)).count;
  const answer = await owner().post(at, { farm: farm.farm, name: 'Wrong', ...body() });
  expect([answer.status, answer.errors[field]?.[0]?.code]).toEqual([400, code]);
  expect((await owner().get(at)).count).toBe(before);
});

test('a feed without dry matter can’t be written dry, nor fix its dry matter', async () => {
  const water = (await makeIngredient(owner(), farm, { dry_matter: 0 })).id;
  const refused = async (body: object) => (await owner().post(at, { farm: farm.farm, name: 'Wet', ...body })).errors;
  expect(await refused({ basis: 'head_dry', items: [{ ingredient: water, amount: 5 }] })).toHaveProperty(['items.0.amount']);
  expect(await refused({ basis: 'head_fresh', items: [{ ingredient: water, amount: 5, hold: 'dry' }] })).toHaveProperty(['items.0.hold']);
  expect((await add({ basis: 'head_fresh', items: [{ ingredient: water, amount: 5 }] })).kg_per_head).toBe(5);
});
