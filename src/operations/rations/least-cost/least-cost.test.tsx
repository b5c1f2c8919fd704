import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
let ration: number;
let barley: number;
const user = userEvent.setup();
const owner = () => farm.client.owner;

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  const makeFeed = async (name: string, price: number, protein: number, nutrient: number) => {
    const { id } = await makeIngredient(owner(), farm, { name, price, dry_matter: 50 });
    await make(owner(), 'manager/analyses/', { ingredient: id, sampled_on: '2026-01-01', values: [{ nutrient, value: protein }] });
    return id;
  };
  const nutrient = (await make(owner(), 'manager/nutrients/', { name: 'Protein', per: 'dry' })).id;
  barley = await makeFeed('Barley', 2, 10, nutrient);
  const meal = await makeFeed('Rape meal', 5, 40, nutrient);
  const peas = await makeFeed('Offered peas', 3, 30, nutrient);
  const { id: company } = await make(owner(), 'manager/deliveries/companies/', { name: 'Mill' });
  await make(owner(), 'manager/offers/', { company, ingredient: peas, price: 2.5, from: '2026-01-01' });
  await makeIngredient(owner(), farm, { name: 'Unknown hay', price: 1, dry_matter: 80 });
  const items = [
    { ingredient: barley, amount: 10 },
    { ingredient: meal, amount: 10 },
  ];
  ration = (await make(owner(), 'manager/rations/', { farm: farm.farm, name: 'Cows', rounding: 0, basis: 'head_fresh', items })).id;
  await signInAs(owner().token);
});
afterAll(stopBehind);

const type = async (label: string, text: string) => {
  const field = await screen.findByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, text);
};
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const choose = async (label: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const read = async () => (await owner().get(`manager/rations/${ration}/`)).data;

test('a consultant finds the cheapest ration, sees an offer’s worth, repairs a contradiction and saves a new version', async () => {
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/rations/${ration}?tab=least-cost`);
  await press('Add a limit');
  await choose('Nutrient: 2', 'Protein');
  await type('At least: Protein, in dry matter', '50');
  await press('Find the cheapest ration');
  // Nothing contains 50 % of protein.
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain('No ration keeps these limits');
  expect(refusal.textContent).toContain('Protein, in dry matter: At least 50');
  await press('Apply the change');
  await type('At least: Protein, in dry matter', '25');
  await type('Heads', '100');
  await press('Find the cheapest ration');
  const before = await read();
  // 10 kg of each keep 25 %: there is no cheaper ration of these two.
  expect((await screen.findByRole('region', { name: 'Result' })).textContent).toContain('Proved');
  await choose('Add or offer a feed', 'Offered peas');
  await press('Find the cheapest ration');
  await screen.findByRole('region', { name: 'Result' });
  const peas = within(screen.getByRole('table', { name: 'Feeds' })).getByRole('row', { name: /Offered peas/ });
  expect(peas.textContent).toContain('15');
  await press('Price line: Offered peas');
  await screen.findByRole('img', { name: /Offered peas/ });
  expect((await read()).version).toBe(before.version);
  await type('Reason', 'Peas instead of rape meal');
  await press('Save as a new version');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Result' })).toBeNull());
  const after = await read();
  expect(after.version).toBe(before.version + 1);
  expect(after.price_per_head).toBeLessThan(before.price_per_head);
  expect(after.items.map(({ ingredient_name, amount }: { ingredient_name: string; amount: number }) => [ingredient_name, amount])).toEqual([
    ['Barley', 5],
    ['Offered peas', 15],
  ]);
  await user.click(screen.getByRole('tab', { name: 'Versions' }));
  const versions = within(await screen.findByRole('list', { name: 'Versions' })).getAllByRole('listitem');
  expect(versions.map((version) => version.textContent?.includes('Peas instead of rape meal'))).toEqual([true, false]);
  const { data: history } = await owner().get(`history/rations/?id=${ration}`);
  expect(versions[0]?.textContent).toContain(history[0].user_name);
});

test('the limits of the last run are there again, and a feed without an analysis is named with the missing nutrient', async () => {
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/rations/${ration}?tab=least-cost`);
  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: 'At least: Protein, in dry matter' })).toHaveProperty('value', '25');
  await choose('Add or offer a feed', 'Unknown hay');
  await press('Find the cheapest ration');
  expect((await screen.findByRole('alert')).textContent).toContain('Unknown hay: enter an analysis with Protein');
});

test('offers of today give feeds their price with one press', async () => {
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/rations/${ration}?tab=least-cost`);
  await press('Take 1 offer of today');
  expect(screen.getByRole('row', { name: /Offered peas/ }).textContent).toContain('Offer: Mill');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price: Offered peas' }).value).toMatch(/^2\.50?$/);
});
