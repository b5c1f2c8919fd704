import { expect } from 'vitest';
import { make, makeIngredient } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const OFFERS = 'manager/offers/';
let farm: ReadyFarm;
let company: number;
let meal: number;

test.override('now', '2026-03-10T10:00:00Z');
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  company = (await make(owner(), 'manager/deliveries/companies/', { name: 'Mill' })).id;
  meal = (await makeIngredient(owner(), farm, { name: 'Meal', price: 8 })).id;
});

const owner = () => farm.client.owner;
const offer = (values: object = {}) => owner().post(OFFERS, { company, ingredient: meal, price: 7.5, from: '2026-03-01', ...values });

test('an offer is valid from its first to its last day, or until it is withdrawn', async () => {
  const { status, data } = await offer({ until: '2026-03-31', kg: 20_000, note: 'loose' });
  expect(status).toBe(201);
  expect(data).toMatchObject({
    company_name: 'Mill',
    ingredient_name: 'Meal',
    farm: farm.farm,
    price: 7.5,
    from: '2026-03-01',
    until: '2026-03-31',
    kg: 20_000,
  });
  const open = await make(owner(), OFFERS, { company, ingredient: meal, price: 7, from: '2026-03-15' });
  const listOn = async (day: string) =>
    (await owner().get(`${OFFERS}?ingredient=${meal}&day=${day}&ordering=from`)).data.map(({ id }: { id: number }) => id);
  expect(await listOn('2026-02-28')).toEqual([]);
  expect(await listOn('2026-03-01')).toEqual([data.id]);
  expect(await listOn('2026-03-31')).toEqual([data.id, open.id]);
  expect(await listOn('2027-01-01')).toEqual([open.id]);
  expect((await owner().delete(`${OFFERS}${open.id}/`)).status).toBe(204);
  expect(await listOn('2027-01-01')).toEqual([]);
});

test.for([
  ['until', { until: '2026-02-28' }],
  ['price', { price: -1 }],
  ['kg', { kg: 0 }],
  ['company', { company: 999_999 }],
  ['ingredient', { ingredient: 999_999 }],
  ['from', { from: '2026-02-30' }],
] as const)('an offer with a wrong %s names the field', async ([field, values]) => {
  const { status, errors } = await offer(values);
  expect([status, Object.keys(errors)]).toEqual([400, [field]]);
});

test('a price list that is read again updates the offers of its supplier, feeds and first day', async () => {
  const rows = [{ company_name: 'Mill', ingredient_name: 'Meal', from: '2026-05-01', price: 9 }];
  await owner().post(`${OFFERS}import/`, { farm: farm.farm, rows });
  await owner().post(`${OFFERS}import/`, { farm: farm.farm, rows: [{ ...rows[0], price: 8.75 }] });
  const { data } = await owner().get(`${OFFERS}?day=2026-05-01&ingredient=${meal}`);
  expect(data.filter(({ from }: { from: string }) => from === '2026-05-01').map(({ price }: { price: number }) => price)).toEqual([8.75]);
});

test('the worth of a feed is that of the cheapest ration, also for a feed that the ration lacks', async () => {
  const protein = (await make(owner(), 'manager/nutrients/', { name: 'Protein of offers', per: 'dry' })).id;
  const makeFeed = async (name: string, price: number, value: number | null) => {
    const { id } = await makeIngredient(owner(), farm, { name, price, dry_matter: 50 });
    if (value !== null)
      await make(owner(), 'manager/analyses/', { ingredient: id, sampled_on: '2026-01-01', values: [{ nutrient: protein, value }] });
    return id;
  };
  const [barley, cake] = [await makeFeed('Barley', 2, 10), await makeFeed('Cake', 5, 40)];
  const [peas, unknown] = [await makeFeed('Peas', 9, 30), await makeFeed('Unknown', 1, null)];
  const items = [
    { ingredient: barley, amount: 10 },
    { ingredient: cake, amount: 10 },
  ];
  const ration = (await make(owner(), 'manager/rations/', { farm: farm.farm, name: 'Valued', rounding: 0, basis: 'head_fresh', items })).id;
  const readWorth = async (ingredient: number) => (await owner().get(`${OFFERS}worth/?ingredient=${ingredient}`)).data;
  expect(await readWorth(peas)).toEqual([]);
  const feeds = [
    { ingredient: barley, min: 0, max: null },
    { ingredient: cake, min: 0, max: null },
  ];
  const limits = [
    { of: 'dry_matter', min: 10, max: 10 },
    { of: 'nutrient', nutrient: protein, per: 'dry', min: 25 },
  ];
  await owner().put(`manager/rations/${ration}/limits/`, { feeds, limits, head: 100 });
  // Between barley at 2 with 10 % and cake at 5 with 40 %, a kilogram with 30 % is worth 4.
  const ofRation = { ration, ration_name: 'Valued' };
  expect(await readWorth(peas)).toEqual([{ ...ofRation, state: 'out', price: 9, worth: 4 }]);
  expect(await readWorth(barley)).toEqual([{ ...ofRation, state: 'in', price: 2, worth: 5 }]);
  expect(await readWorth(cake)).toEqual([{ ...ofRation, state: 'needed', price: 5, worth: null }]);
  expect(await readWorth(unknown)).toEqual([{ ...ofRation, state: 'no_analysis', price: 1, worth: null }]);
  const { data } = await owner().post(`manager/rations/${ration}/optimise/`, {
    feeds: [...feeds, { ingredient: peas }],
    limits,
  });
  expect(data.feeds.at(-1)).toMatchObject({ ingredient: peas, is_in: false, worth: 4 });
  expect((await owner().get(`${OFFERS}worth/?ingredient=999999`)).status).toBe(404);
});
