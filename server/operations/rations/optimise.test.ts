import { expect } from 'vitest';
import { make, makeIngredient } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let farm: ReadyFarm;
let corn: number;
let soybean: number;
let limestone: number;
let calcium: number;
let protein: number;
let fibre: number;
let ration: number;

const owner = () => farm.client.owner;
const analyse = (ingredient: number, values: Record<number, number>, valid_from = '2026-01-01') =>
  make(owner(), 'manager/analyses/', {
    ingredient,
    sampled_on: valid_from,
    values: Object.entries(values).map(([nutrient, value]) => ({ nutrient: Number(nutrient), value })),
  });
const makeNutrient = async (name: string) =>
  (await make(owner(), 'manager/nutrients/', { name: `${name} ${Math.random()}`, per: 'fresh' })).id;

test.override('now', `${TODAY}T10:00:00Z`);
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  corn = (await makeIngredient(owner(), farm, { dry_matter: 87, price: 30.5 })).id;
  limestone = (await makeIngredient(owner(), farm, { dry_matter: 99, price: 10 })).id;
  soybean = (await makeIngredient(owner(), farm, { dry_matter: 89, price: 90 })).id;
  [calcium, protein, fibre] = [await makeNutrient('Calcium'), await makeNutrient('Protein'), await makeNutrient('Fibre')];
  await analyse(corn, { [calcium]: 0.1, [protein]: 9, [fibre]: 2 });
  await analyse(limestone, { [calcium]: 38, [protein]: 0, [fibre]: 0 });
  await analyse(soybean, { [calcium]: 0.2, [protein]: 50, [fibre]: 8 });
  ration = (
    await make(owner(), 'manager/rations/', {
      farm: farm.farm,
      name: 'Published',
      rounding: 0,
      basis: 'head_fresh',
      items: [
        { ingredient: corn, amount: 60 },
        { ingredient: soybean, amount: 37 },
        { ingredient: limestone, amount: 3 },
      ],
    })
  ).id;
});

const feeds = () => [{ ingredient: corn }, { ingredient: limestone }, { ingredient: soybean }];
const limits = () => [
  { of: 'nutrient', nutrient: calcium, per: 'fresh', min: 0.8, max: 1.2 },
  { of: 'nutrient', nutrient: protein, per: 'fresh', min: 22 },
  { of: 'nutrient', nutrient: fibre, per: 'fresh', max: 5 },
  { of: 'weight', min: 100, max: 100 },
];
const optimise = (body: object = {}, id = ration) =>
  owner().post(`manager/rations/${id}/optimise/`, { feeds: feeds(), limits: limits(), head: 200, ...body });

test('the published example has its cost, its amounts and the saving of a year', async () => {
  const before = (await owner().get(`manager/rations/${ration}/`)).data;
  const { status, data } = await optimise();
  expect(status).toBe(200);
  expect(data.feeds.map(({ amount }: { amount: number }) => Number(amount.toFixed(3)))).toEqual([64.857, 2.817, 32.326]);
  expect(data.cost).toBeCloseTo(4915.629, 3);
  expect(data.certificate.proved).toBe(true);
  const [top = 0, bottom = 1] = data.certificate.cost.split('/').map(Number);
  expect(top / bottom).toBeCloseTo(data.cost, 6);
  const present = 60 * 30.5 + 37 * 90 + 3 * 10;
  expect(data.present).toMatchObject({ cost: present, limits: [1.274, 23.9, 4.16, 100] });
  expect(data.cost_year).toBeCloseTo(data.cost * 200 * 365, 2);
  expect(data.saving_year).toBeCloseTo((present - data.cost) * 200 * 365, 2);
  expect((await owner().get(`manager/rations/${ration}/`)).data).toEqual(before);
});

test('an offered feed has its break-even price, and comes in below that price', async () => {
  const offered = (await makeIngredient(owner(), farm, { dry_matter: 90, price: 0 })).id;
  await analyse(offered, { [calcium]: 0.7, [protein]: 36, [fibre]: 6 });
  const ask = async (price: number) => (await optimise({ feeds: [...feeds(), { ingredient: offered, price }], price_line: offered })).data;
  const dear = await ask(90);
  const { worth, is_in } = dear.feeds.at(-1);
  expect([is_in, worth > 0 && worth < 90]).toEqual([false, true]);
  // Σ shadow price × content: each limit in its unit, and the kilogram itself.
  const [ca, pr, fi, kg] = dear.limits.map((limit: { shadow_price: number }) => limit.shadow_price / 100);
  const value = ca * (0.7 - 1.2) + pr * (36 - 22) + fi * (6 - 5) + kg * 100;
  expect(worth).toBeCloseTo(value, 4);
  const [cheap, close] = [await ask(Math.floor(worth) - 5), await ask(Math.ceil(worth) + 1)];
  expect([cheap.feeds.at(-1).is_in, close.feeds.at(-1).is_in]).toEqual([true, false]);
  expect(cheap.feeds.at(-1).worth).toBeCloseTo(worth, 6);
  expect(cheap.feeds.at(-1).saving).toBeCloseTo(dear.cost - cheap.cost, 6);
  expect(cheap.price_line.corners.at(-1).price).toBeCloseTo(worth, 6);
  expect(cheap.price_line.corners.at(-1).cost).toBeCloseTo(dear.cost, 6);
});

test('contradicting limits are named with the least change, and the change allows a ration', async () => {
  const tight = limits().with(2, { of: 'nutrient', nutrient: fibre, per: 'fresh', max: 3 } as never);
  const { status, data } = await optimise({ limits: tight });
  expect([status, data.status, data.certificate.proved]).toEqual([200, 'infeasible', true]);
  const named = data.contradicting.map(({ limit, side }: { limit: number; side: string }) => `${limit} ${side}`);
  expect(named).toEqual(expect.arrayContaining(['1 min', '2 max']));
  const changed = tight.map((limit, index) => {
    const change = data.changes.find((one: { limit: number }) => one.limit === index);
    return change ? { ...limit, [change.side]: Number((change.value + (change.side === 'max' ? 1e-5 : -1e-5)).toFixed(6)) } : limit;
  });
  expect((await optimise({ limits: changed })).data.status).toBe('optimal');
});

test('each wrong field is named, and a feed without an analysis is asked for', async () => {
  const bare = (await makeIngredient(owner(), farm, { dry_matter: 88, price: 0 })).id;
  const answer = await optimise({
    feeds: [...feeds(), { ingredient: bare }, { ingredient: corn }, { ingredient: 999_999 }],
    limits: [...limits(), { of: 'ratio', nutrient: calcium, to: 999_999, min: 1 }, { of: 'feeds', feeds: [corn, 888_888], max: 5 }],
    price_line: 777_777,
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.errors).toSorted()).toEqual([
    'feeds.3.price',
    'feeds.3.values',
    'feeds.4.ingredient',
    'feeds.5.ingredient',
    'limits.4.to',
    'limits.5.feeds.1',
    'price_line',
  ]);
  expect(answer.errors['feeds.3.values']?.[0]?.values).toHaveLength(3);
});

test.for([
  ['limits.0.min', { limits: [{ of: 'weight' }] }],
  ['limits.0.max', { limits: [{ of: 'weight', min: 5, max: 4 }] }],
  ['limits', { limits: Array.from({ length: 101 }, () => ({ of: 'weight', min: 1 })) }],
  ['feeds', { feeds: Array.from({ length: 201 }, () => ({ ingredient: 1 })) }],
  ['feeds.0.max', { feeds: [{ ingredient: 1, min: 3, max: 2 }] }],
  ['limits.0.nutrent', { limits: [{ of: 'weight', min: 1, nutrent: 3 }] }],
] as const)('a wrong request is refused at %s', async ([field, body]) => {
  const { status, errors } = await optimise(body);
  expect(status).toBe(400);
  expect(Object.keys(errors)).toEqual([field]);
});

test('the values of the day count, and another ration answers 404', async () => {
  await analyse(soybean, { [calcium]: 0.2, [protein]: 40, [fibre]: 8 }, '2026-03-09');
  const [now, then] = [await optimise(), await optimise({ day: '2026-03-01' })];
  expect(now.data.day).toBe(TODAY);
  expect(now.data.cost ?? Number.POSITIVE_INFINITY).toBeGreaterThan(then.data.cost);
  expect((await optimise({}, 999_999)).status).toBe(404);
});

test('200 feeds within 100 limits are optimised with a proof, and one feed without an analysis is named among them', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `Many ${at}`);
  const of = { farm: farm.farm, stock: farm.stock, type: farm.type, dry_matter: 50 };
  const rows = names.map((name, at) => ({ ...of, name, price: 1 + ((at * 37) % 101) / 10 }));
  expect((await owner().post('manager/ingredients/import/', { farm: farm.farm, rows })).status).toBe(200);
  const { name: proteinName } = (await owner().get(`manager/nutrients/${protein}/`)).data;
  const samples = names.slice(1).map((ingredient_name, at) => ({
    ingredient_name,
    sampled_on: '2026-01-01',
    values: [{ nutrient_name: proteinName, value: 5 + ((at * 53) % 40) }],
  }));
  expect((await owner().post('manager/analyses/import/', { farm: farm.farm, rows: samples })).status).toBe(200);
  const { data: made } = await owner().get(`manager/ingredients/?farm=${farm.farm}&page_size=1000`);
  const ids = names.map((name) => made.find((row: { name: string }) => row.name === name).id);
  const many = [
    { of: 'weight', min: 20, max: 20 },
    { of: 'nutrient', nutrient: protein, per: 'fresh', min: 16 },
    ...Array.from({ length: 98 }, (_, at) => ({ of: 'feeds', feeds: [ids[2 * at], ids[2 * at + 1]], max: 3 })),
  ];
  const missing = await optimise({ feeds: ids.map((ingredient) => ({ ingredient })), limits: many });
  expect([missing.status, Object.keys(missing.errors)]).toEqual([400, ['feeds.0.values']]);
  await analyse(ids[0] ?? 0, { [protein]: 9 });
  const { status, data } = await optimise({ feeds: ids.map((ingredient) => ({ ingredient })), limits: many });
  expect([status, data.status, data.certificate.proved, data.feeds.length]).toEqual([200, 'optimal', true, 200]);
});
