import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { toasts } from '#src/core/ui/toast.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { importLines, TestReader } from '#tests/support/file-reader.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let client: TestClient;
let at: TestFarm;
const user = userEvent.setup();
const rows = async (path: string) => (await client.owner.get(`manager/${path}/`)).data;
const inDialog = () => within(screen.getByRole('dialog', { name: /^Import: / }));
const HEADING = 'Ingredient;Type;When;Supplier or buyer;Weight, kg;Price, ₴/kg';
const line = (feed: string, company: string) => `${feed};Delivery;2026-02-10 08:00;${company};500;2`;

beforeAll(async () => {
  vi.stubGlobal('Worker', TestReader);
  ({ api } = await startBehind());
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stopBehind();
});
beforeEach(async () => {
  client = await makeClient(api);
  at = await makeFarm(client.owner);
  await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await signInAs(client.owner.token);
});
afterEach(() => {
  queryClient.clear();
  toasts.set([]);
});

test('a supplier that is unknown is added by a click, and the file is then imported with this supplier', async () => {
  await renderScreen('stock/deliveries');
  await importLines([HEADING, line('Hay', 'Green Fields'), line('Hay', 'green  fields')]);
  await user.click(await screen.findByRole('button', { name: 'Add: Green Fields' }));
  await user.click(await screen.findByRole('switch', { name: 'Leave them out' }));
  await user.click(await inDialog().findByRole('button', { name: 'Import 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await rows('deliveries')).map(({ company_name }: { company_name: string }) => company_name)).toEqual([
    'Green Fields',
    'Green Fields',
  ]);
});

test('the preview states whether wrong rows are fixed by a choice of names, in the file, or both', async () => {
  const advise = async (lines: readonly string[]) => {
    await importLines([HEADING, ...lines]);
    return (await inDialog().findByRole('alert')).textContent?.split('fixed. ')[1];
  };
  await renderScreen('stock/deliveries');
  expect(await advise([line('Straw', '')])).toBe('Choose above what these names are here, or add them.');
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }));
  const wrong = line('Hay', '').replace(/\d+/, 'many');
  expect(await advise([wrong])).toBe('Correct the file and choose it again, or leave these lines out.');
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }));
  expect(await advise([line('Straw', ''), wrong])).toMatch(/^Choose above .* Correct the rest in the file and choose it again/);
});

test('a feed that is unknown is matched with a feed of the farm, in every row with its name', async () => {
  await renderScreen('stock/deliveries');
  await importLines([HEADING, line('Meadow hay', ''), line('Meadow hay', '')]);
  await user.click(await screen.findByRole('combobox', { name: 'Ingredient: Meadow hay' }));
  await user.click(await screen.findByRole('option', { name: 'Hay' }));
  await user.click(await screen.findByRole('switch', { name: 'Leave them out' }));
  await user.click(await inDialog().findByRole('button', { name: 'Import 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('deliveries')).toMatchObject([{ ingredient_name: 'Hay' }, { ingredient_name: 'Hay' }]);
  expect((await rows('ingredients')).length).toBe(1);
});

test('a feed that is unknown is added in its form under the name of the file, and a cancelled form loses nothing', async () => {
  await renderScreen('stock/deliveries');
  await importLines([HEADING, line('Straw', '')]);
  await user.click(await screen.findByRole('button', { name: 'Add: Straw' }));
  const form = async () => within(await screen.findByRole('dialog', { name: 'New ingredient' }));
  expect((await form()).getByRole('textbox', { name: 'Ingredient' })).toHaveProperty('value', 'Straw');
  await user.click((await form()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New ingredient' })).toBeNull());
  expect(inDialog().getByRole('row', { name: /Straw/ })).toBeTruthy();

  await makeIngredient(client.owner, at, { name: 'Straw', price: 2 });
  await user.click(inDialog().getByRole('button', { name: 'Check' }));
  await user.click(await inDialog().findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('deliveries')).toMatchObject([{ ingredient_name: 'Straw' }]);
});

test('a person without the right to add suppliers may only match them', async () => {
  await make(client.owner, 'manager/deliveries/companies/', { name: 'Green Fields Ltd' });
  const group = await make(client.owner, 'perm/groups/', {
    name: 'Storekeepers',
    permissions: [
      ...['delivery', 'ingredient', 'stock'].map((name) => ({ name, add: true, change: true })),
      { name: 'delivery_company', add: false, change: false },
    ].map((right) => ({ module: 'manger', view: true, delete: false, ...right })),
  });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group.id });
  await signInAs(caller.token);
  await renderScreen('stock/deliveries');
  await importLines([HEADING, line('Hay', 'Green Fields')]);
  await user.click(await screen.findByRole('combobox', { name: /: Green Fields$/ }));
  expect(screen.queryByRole('button', { name: 'Add: Green Fields' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Green Fields Ltd' }));
  expect(await inDialog().findByRole('button', { name: 'Import 1 row' })).toHaveProperty('disabled', false);
});

test('a file without farms gets the farm that a person chooses in its preview', async () => {
  const other = await makeFarm(client.owner);
  await makeIngredient(client.owner, other, { name: 'Hay', price: 2 });
  await renderScreen('stock/deliveries');
  await importLines([HEADING, line('Hay', '')]);
  expect((await inDialog().findByRole('alert')).textContent).toMatch(/Make the choices above\.$/);
  const name = (await client.owner.get(`manager/farms/${other.farm}/`)).data?.name;
  await user.click(await screen.findByRole('combobox', { name: 'Farm of the file' }));
  await user.click(await screen.findByRole('option', { name }));
  await user.click(await inDialog().findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('deliveries')).toMatchObject([{ farm: other.farm }]);
});

test('a file without a column of types gets the type that a person chooses for all rows', async () => {
  await renderScreen('stock/deliveries');
  const withoutType = (text: string) => text.replace(/;(?:Type|Delivery);/, ';');
  await importLines([HEADING, line('Hay', ''), line('Hay', '').replace('500', '501')].map(withoutType));
  const types = await screen.findByRole('combobox', { name: 'Type of all rows' });
  expect(inDialog().getByRole('alert').textContent).toMatch(/Make the choices above\.$/);
  await user.selectOptions(types, 'Sale');
  await user.click(await inDialog().findByRole('button', { name: 'Import 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await rows('deliveries')).map(({ delivery_type }: { delivery_type: string }) => delivery_type)).toEqual(['sale', 'sale']);
});

test('a choice that is made while the file is checked again keeps the choice before it', async () => {
  await renderScreen('stock/deliveries');
  await importLines([HEADING, line('Hay', 'New mill')].map((text) => text.replace(/;(?:Type|Delivery);/, ';')));
  const add = await screen.findByRole('button', { name: 'Add: New mill' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type of all rows' }), 'Sale');
  await user.click(add);
  await user.click(await inDialog().findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('deliveries')).toMatchObject([{ delivery_type: 'sale', company_name: 'New mill' }]);
});
