import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const choose = async (field: HTMLElement, name: string | RegExp) => {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name }));
};

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('the usual nutrients are added with one click, and an analysis is entered with the units of the laboratory', async () => {
  await renderScreen('stock/nutrients');
  await user.click((await screen.findAllByRole('button', { name: 'Add the usual nutrients' }))[0]!);
  expect(await screen.findByRole('button', { name: 'NDF' })).toBeTruthy();
  const { name } = (await owner().get(`manager/ingredients/${farm.silage}/`)).data;
  await renderScreen('stock/analyses');
  await user.click((await screen.findAllByRole('button', { name: 'New analysis' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await choose(dialog.getByLabelText('Ingredient', { selector: 'input' }), new RegExp(`^${name}`));
  await press('Add a value');
  await user.type(dialog.getByLabelText('Value'), '120');
  await press('Save');
  await waitFor(() => expect(dialog.getByLabelText('Value').getAttribute('aria-invalid')).toBe('true'));
  await choose(dialog.getByLabelText('Unit', { selector: 'input' }), 'g/kg');
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [row] = (await owner().get('manager/analyses/')).data;
  expect(row).toMatchObject({ ingredient: farm.silage, values: [{ nutrient_name: 'Crude protein', value: 12, unit: 'percent' }] });
});

test('a feed of the library becomes book values, with its source', async () => {
  const { name } = (await owner().get(`manager/ingredients/${farm.meal}/`)).data;
  await renderScreen('stock/analyses');
  await press('Take from the library');
  const dialog = within(await screen.findByRole('dialog'));
  await choose(dialog.getByLabelText('Ingredient', { selector: 'input' }), new RegExp(`^${name}`));
  await choose(dialog.getByLabelText('Feed of the library', { selector: 'input' }), 'Rapeseed meal');
  expect(await dialog.findByText(/NRC 2001/)).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [row] = (await owner().get(`manager/analyses/?ingredient=${farm.meal}`)).data;
  expect(row).toMatchObject({ method: 'book', dry_matter: 89 });
});

test('the norm of dry matter comes from the equation that is chosen and named', async () => {
  const { name } = (await owner().get(`manager/groups/${farm.cowsGroup}/`)).data;
  await renderScreen('stock/norms');
  await user.click((await screen.findAllByRole('button', { name: 'New norm' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await choose(dialog.getByLabelText('Group', { selector: 'input' }), name);
  await choose(dialog.getByLabelText('Expected intake', { selector: 'input' }), /equation 2-1/);
  const figures = {
    'Body weight': '700',
    'Body condition': '3',
    'Days in milk': '160',
    'Share of second': '0',
    'Energy of the milk': '22.5',
  };
  for (const [label, value] of Object.entries(figures)) await user.type(dialog.getByLabelText(new RegExp(`^${label}`)), value);
  expect(await dialog.findByText(/23\.89/)).toBeTruthy();
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await owner().get('manager/norms/')).data).toMatchObject([{ group: farm.cowsGroup, nutrient: null, target: 23.894448 }]);
});
