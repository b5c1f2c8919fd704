import { expect } from 'vitest';
import type { Row } from '#contract/reports/shape.ts';
import { make, makeIngredient } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

const DAY = '2026-03-10';
let farm: ReadyFarm;
let protein: number;
let barley: number;
let cake: number;
let peas: number;
let ration: number;

test.override('now', `${DAY}T10:00:00Z`);
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  protein = (await make(owner(), 'manager/nutrients/', { name: 'Protein', per: 'dry' })).id;
  [barley, cake, peas] = [await makeFeed('Barley', 2, 10), await makeFeed('Cake', 5, 40), await makeFeed('Peas', 9, 30)];
  const items = [
    { ingredient: barley, amount: 10 },
    { ingredient: cake, amount: 10 },
  ];
  ration = (await make(owner(), 'manager/rations/', { farm: farm.farm, name: 'Valued', rounding: 0, basis: 'head_fresh', items })).id;
});

const owner = () => farm.client.owner;
async function makeFeed(name: string, price: number, value: number | null): Promise<number> {
  const { id } = await makeIngredient(owner(), farm, { name, price, dry_matter: 50 });
  if (value !== null)
    await make(owner(), 'manager/analyses/', { ingredient: id, sampled_on: '2026-01-01', values: [{ nutrient: protein, value }] });
  return id;
}
const feeds = () => [barley, cake].map((ingredient) => ({ ingredient, min: 0, max: null }));
const limits = () => [
  { of: 'dry_matter', min: 10, max: 10 },
  { of: 'nutrient', nutrient: protein, per: 'dry', min: 25 },
];
const report = (query = '') =>
  reportOf(owner(), `feed_values/make/?planned_on_after=${DAY}&planned_on_before=${DAY}&farm=${farm.farm}${query}`);
const pickValues = ({ ingredient, price_source, value_price, feed_worth, value_state, value_kg, value_saving }: Row) => [
  ...[ingredient, price_source, value_price, feed_worth, value_state, value_kg, value_saving],
];

test('a farm without remembered limits has an empty report', async () => {
  expect((await report()).rows).toEqual([]);
});

test('each feed and each valid offer has its price, worth, bargain and saving per year at planned heads', async () => {
  await owner().put(`manager/rations/${ration}/limits/`, { feeds: feeds(), limits: limits(), head: 40 });
  const company = (await make(owner(), 'manager/deliveries/companies/', { name: 'Mill' })).id;
  const offer = { company, from: '2026-03-01' };
  const cheap = await make(owner(), 'manager/offers/', { ...offer, ingredient: peas, price: 3, until: DAY });
  await make(owner(), 'manager/offers/', { ...offer, ingredient: cake, price: 4 });
  await make(owner(), 'manager/offers/', { ...offer, ingredient: barley, price: 6 });
  await make(owner(), 'manager/offers/', { ...offer, ingredient: peas, price: 1, until: '2026-03-09' });
  const data = await report();
  // The present ration: 10 kg of barley at 2 and of cake at 5, 70 a head. A kilogram with 30 % between them is worth 4.
  expect(data.rows.map(pickValues)).toEqual(
    [
      ['Barley', null, 2, 5, 'in', 10, 30],
      ['Cake', 'Mill', 4, null, 'needed', 10, 10],
      // Peas at 3 and barley at 2: 15 kg and 5 kg cost 55.
      ['Peas', 'Mill', 3, 4, 'in', 15, 15],
      ['Barley', 'Mill', 6, 5, 'out', 0, 0],
      ['Cake', null, 5, null, 'needed', 10, null],
    ].toSorted((a, b) => Number(b[6] ?? -1) - Number(a[6] ?? -1)),
  );
  const row = data.rows.find(({ offer_id }) => offer_id === cheap.id);
  expect(row).toMatchObject({ bargain_percent: 25, value_heads: 40, saving_year: 15 * 40 * 365, offer_until: DAY });
  expect(tilesOf(data, 'value')).toMatchObject({ offers_valued: 2, bargains: 1, best_saving: 15 * 40 * 365 });
  // The worth agrees with the optimisation of the ration.
  const { data: optimised } = await owner().post(`manager/rations/${ration}/optimise/`, {
    feeds: [...feeds(), { ingredient: peas, price: 3 }],
    limits: limits(),
    head: 40,
  });
  expect(optimised.feeds.at(-1)).toMatchObject({ worth: row?.feed_worth, amount: row?.value_kg });
  expect(70 - optimised.cost).toBe(row?.value_saving);
});

test('planned heads replace those of the last run, and the filters choose rations and feeds', async () => {
  await make(owner(), 'manager/loadings/', {
    farm: farm.farm,
    name: 'Morning',
    active: true,
    jobs: [{ ration, mixer: farm.mixer, groups: [{ group: farm.cowsGroup, weight_per_head: 20 }] }],
  });
  const heads = (await owner().get(`manager/groups/${farm.cowsGroup}/`)).data.animal_count;
  const { rows } = await report(`&ration=${ration}&ingredient=${peas}`);
  expect(rows.map((row) => [row.ingredient, row.value_heads, row.saving_year])).toEqual([['Peas', heads, 15 * heads * 365]]);
  expect((await report(`&ration=${farm.ration}`)).rows).toEqual([]);
});

test('a feed without an analysis isn’t counted as 0, and a contradiction is named', async () => {
  const hay = await makeFeed('Unknown hay', 1, null);
  const withHay = [...feeds(), { ingredient: hay, min: 0, max: null }];
  await owner().put(`manager/rations/${ration}/limits/`, { feeds: withHay, limits: limits(), head: 40 });
  const states = async () => Object.fromEntries((await report()).rows.map((row) => [row.ingredient, row.value_state]));
  expect(await states()).toEqual({ 'Unknown hay': 'no_analysis', Barley: 'waits', Cake: 'waits', Peas: 'waits' });
  const high = limits().with(1, { of: 'nutrient', nutrient: protein, per: 'dry', min: 50 } as never);
  await owner().put(`manager/rations/${ration}/limits/`, { feeds: feeds(), limits: high, head: 40 });
  expect(await states()).toEqual({ Barley: 'no_ration', Cake: 'no_ration', Peas: 'no_ration' });
});
