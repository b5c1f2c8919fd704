import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { toasts } from '#src/core/ui/toast.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import {
  deliver,
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeIngredient,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let client: TestClient;
let at: TestFarm;
const user = userEvent.setup();
const ingredient = async (id: number) => (await client.owner.get(`manager/ingredients/${id}/`)).data;
const stocks = () => `companies/${at.company}/stocks`;

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  client = await makeClient(api);
  at = await makeFarm(client.owner);
  await signInAs(client.owner.token);
});
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
  toasts.set([]);
});

/** Chooses an option of a Mantine select by typing a part of it. */
async function choose(label: string, option: RegExp | string, root: HTMLElement = document.body) {
  await user.click(within(root).getByLabelText(label, { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: option }));
}
const rowActions = async (name: string) => user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));

test('a stock is created in the unit on screen, and a taken name is an error at its field', async () => {
  await renderScreen(stocks());
  for (const round of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'New store' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: 'Store' }), 'Bunker 1');
    await user.type(within(dialog).getByLabelText('Capacity'), '1500.5');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    if (round === 1) await screen.findByRole('button', { name: 'Bunker 1' });
  }
  expect(await screen.findByText('The name must be unique')).toBeTruthy();
  const { data } = await client.owner.get(`manager/stocks/?company=${at.company}&search=Bunker`);
  expect(data).toMatchObject([{ name: 'Bunker 1', capacity: 1500.5, farm: null, type: 'feedbank' }]);
});

test('a stock is shown in tonnes: content, capacity and free space', async () => {
  const { id } = await makeIngredient(client.owner, at);
  await deliver(client.owner, at, id, 12_345.6, 2);
  await renderScreen(`${stocks()}/${at.stock}`);
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  await screen.findByText('Free', { selector: 'dt' });
  await waitFor(() => expect(figure('In stock')).toBe('12.35 t'));
  expect([figure('Capacity'), figure('Free')]).toEqual(['1,000 t', '987.65 t']);
});

test('a stock in use isn’t deleted and shows its uses; an empty one is deleted and restored by undo', async () => {
  const { name } = await makeIngredient(client.owner, at);
  const used = (await client.owner.get(`manager/stocks/${at.stock}/`)).data.name;
  const free = await make(client.owner, 'manager/stocks/', { company: at.company, name: 'Spare' });
  await renderScreen(stocks());
  await rowActions(used);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(new RegExp(String(name)))).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);

  await rowActions('Spare');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Spare' })).toBeNull());
  const undo = toasts.get().find(({ action }) => action)?.action;
  expect(undo?.label).toBe('Undo');
  undo?.onClick();
  expect(await screen.findByRole('button', { name: 'Spare' })).toBeTruthy();
  expect((await client.owner.get(`manager/stocks/${free.id}/`)).status).toBe(200);
});

test('a list that fails to load shows an error and a retry', async () => {
  server.use(http.get('*/api/manager/stocks/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await renderScreen(stocks());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Stock \d+$/ })).toBeTruthy();
});

test('a stock count shows difference and shrink before it posts them', async () => {
  const { id, name } = await makeIngredient(client.owner, at, { price: 4 });
  await deliver(client.owner, at, id, 200, 4);
  await renderScreen(`${stocks()}/${at.stock}`);
  await rowActions(String(name));
  await user.click(await screen.findByRole('menuitem', { name: 'Stock count' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('200');
  await user.type(within(dialog).getByLabelText('Weight found'), '190');
  expect(await within(dialog).findByText('−10')).toBeTruthy();
  expect(within(dialog).getByText('−5')).toBeTruthy();
  expect((await ingredient(id)).rest).toBe(200);
  await user.click(within(dialog).getByRole('button', { name: 'Post the difference' }));
  await waitFor(async () => expect((await ingredient(id)).rest).toBe(190));
  await user.click(screen.getByRole('tab', { name: 'Movements' }));
  expect(await screen.findByText('Stock count', { selector: 'td' })).toBeTruthy();
});

test('a feed is counted in packs, and the difference is shown in kilograms', async () => {
  const { id, name } = await makeIngredient(client.owner, at, { price: 4 });
  await deliver(client.owner, at, id, 1000, 4);
  await make(client.owner, 'manager/packs/', { ingredient: id, name: 'Bale', from: '2026-01-01', kg: 250 });
  await renderScreen(`${stocks()}/${at.stock}`);
  await rowActions(String(name));
  await user.click(await screen.findByRole('menuitem', { name: 'Stock count' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: /^Bale/ }));
  await user.type(dialog.getByLabelText('Weight found'), '3.5');
  expect(await dialog.findByText('−125')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Post the difference' }));
  await waitFor(async () => expect((await ingredient(id)).rest).toBe(875));
});

test('a pit’s weight follows its volume and the usual density of its dry matter', async () => {
  const { id, name } = await makeIngredient(client.owner, at, { dry_matter: 25 });
  await deliver(client.owner, at, id, 700, 4);
  await renderScreen(`${stocks()}/${at.stock}`);
  await rowActions(String(name));
  await user.click(await screen.findByRole('menuitem', { name: 'Stock count' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('700');
  await user.click(within(dialog).getByRole('switch', { name: 'Measure a pit' }));
  expect((within(dialog).getByLabelText('Density') as HTMLInputElement).value).toBe('680');
  await user.type(within(dialog).getByLabelText('Volume'), '1');
  expect(await within(dialog).findByText('−20')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Post the difference' }));
  await waitFor(async () => expect((await ingredient(id)).rest).toBe(680));
});

test('an ingredient is created with a new type, humidity follows dry matter, and an empty form shows its errors', async () => {
  await renderScreen('stock/ingredients');
  await user.click((await screen.findAllByRole('button', { name: 'New ingredient' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findAllByText(/required|cannot be empty/i)).length).toBeGreaterThan(2);

  await user.type(within(dialog).getByLabelText('Ingredient'), 'Straw');
  await user.type(within(dialog).getByLabelText('Type', { selector: 'input' }), 'Roughage');
  await user.click(await screen.findByRole('option', { name: /Add “Roughage”/ }));
  await choose('Farm', /^Farm/, dialog);
  await choose('Store', /^Stock/, dialog);
  await user.type(within(dialog).getByLabelText('Price'), '3.25');
  await user.type(within(dialog).getByLabelText('Dry matter'), '65.35');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Moisture').value).toBe('34.65');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Straw' })).toBeTruthy();
  const { data } = await client.owner.get('manager/ingredients/?search=Straw');
  expect(data).toMatchObject([{ type_name: 'Roughage', price: 3.25, dry_matter: 65.35, humidity: 34.65 }]);
});

test('quantities below zero are marked by colour and words', async () => {
  const { id } = await makeIngredient(client.owner, at);
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'sale', ingredient: id, value: 5, price: 1 });
  await renderScreen('stock/ingredients');
  expect(await screen.findByLabelText(/^Below zero/)).toBeTruthy();
  expect(screen.getByText('−5')).toBeTruthy();
});

test('a delivery shows its cost while typing, adds its supplier, and shows an error for a weight of 0', async () => {
  const { id, name } = await makeIngredient(client.owner, at);
  await renderScreen('stock/deliveries');
  await user.click((await screen.findAllByRole('button', { name: 'New delivery' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  await choose('Farm', /^Farm/, dialog);
  await choose('Ingredient', new RegExp(String(name)), dialog);
  await user.type(within(dialog).getByLabelText('Weight'), '0');
  await user.type(within(dialog).getByLabelText('Price'), '2.5');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(within(dialog).getByLabelText('Weight').getAttribute('aria-invalid')).toBe('true'));
  await user.clear(within(dialog).getByLabelText('Weight'));
  await user.type(within(dialog).getByLabelText('Weight'), '1000');
  expect(within(dialog).getByText(/2,500.00/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Supplier', { selector: 'input' }), 'Meadow');
  await user.click(await screen.findByRole('option', { name: /Add “Meadow”/ }));
  // Saved at once, while the supplier is still being added.
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await ingredient(id)).toMatchObject({ rest: 1000, average_price: 2.5 }));
  expect(await screen.findByRole('cell', { name: 'Meadow' })).toBeTruthy();
});

test('a recipe is saved when its parts sum to a hundred, after spreading the rest', async () => {
  const [barley, soya, made] = [
    await makeIngredient(client.owner, at, { name: 'Barley', dry_matter: 80, price: 1 }),
    await makeIngredient(client.owner, at, { name: 'Soy', dry_matter: 90, price: 3 }),
    await makeIngredient(client.owner, at, { name: 'Starter' }),
  ];
  await renderScreen('stock/fodder/create');
  await user.type(await screen.findByLabelText('Recipe'), 'For calves');
  await choose('Farm', /^Farm/);
  await choose('Makes', 'Starter');
  const parts = screen.getByRole('region', { name: 'Parts' });
  await choose('Ingredient', 'Barley', parts);
  await user.type(within(parts).getByLabelText('Share: Barley'), '60');
  await user.click(within(parts).getByRole('button', { name: 'Add an ingredient' }));
  await user.click(within(parts).getAllByLabelText('Ingredient', { selector: 'input' })[1]!);
  await user.click(await screen.findByRole('option', { name: 'Soy' }));
  expect(within(parts).getByText('40% remaining')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await client.owner.get('manager/recipes/')).count).toBe(0);
  await user.click(within(parts).getByRole('button', { name: 'Spread the rest' }));
  expect(within(parts).getByText('Exactly 100%')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await client.owner.get('manager/recipes/')).count).toBe(1));
  const { data } = await client.owner.get('manager/recipes/');
  expect(data[0]).toMatchObject({ name: 'For calves', ingredient: made.id, dry_matter: 84, price: 1.8 });
  expect(data[0].items.map((item: { ingredient: number; percent: number }) => [item.ingredient, item.percent])).toEqual([
    [barley.id, 60],
    [soya.id, 40],
  ]);
});

test('a craft without enough feed names feed and quantity; otherwise it is made', async () => {
  const [barley, soya, made] = [
    await makeIngredient(client.owner, at, { name: 'Barley' }),
    await makeIngredient(client.owner, at, { name: 'Soy' }),
    await makeIngredient(client.owner, at, { name: 'Starter' }),
  ];
  await deliver(client.owner, at, barley.id, 600, 1);
  await deliver(client.owner, at, soya.id, 100, 3);
  const items = [
    { ingredient: barley.id, percent: 60 },
    { ingredient: soya.id, percent: 40 },
  ];
  const recipe = await make(client.owner, 'manager/recipes/', { farm: at.farm, name: 'For calves', ingredient: made.id, items });
  await renderScreen(`stock/fodder/${recipe.id}/craft`);
  const weight = await screen.findByLabelText('How much to make');
  await user.type(weight, '500');
  const row = screen.getByRole('row', { name: /^Soy/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Soy', '40', '200', '100', '100']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Produce' }).disabled).toBe(true);

  // Sold elsewhere meanwhile: the screen's quantity is stale, and the server's error is at the weight.
  await user.clear(weight);
  await user.type(weight, '250');
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'sale', ingredient: soya.id, value: 40, price: 3 });
  await user.click(screen.getByRole('button', { name: 'Produce' }));
  expect(await screen.findByText(/Soy: 40/)).toBeTruthy();

  await user.clear(weight);
  await user.type(weight, '150');
  await user.click(screen.getByRole('button', { name: 'Produce' }));
  await waitFor(async () => expect((await ingredient(made.id)).rest).toBe(150));
  expect((await ingredient(soya.id)).rest).toBe(0);
});

test('a read-only person sees no actions, and a person without the right to ingredients sees the reason', async () => {
  await makeIngredient(client.owner, at);
  const staff = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  const { id: group } = await api.database
    .forClient(client.id)
    .insertInto('access_group')
    .values({
      client_id: client.id,
      name: 'Lookers',
      permissions: JSON.stringify(
        ['stock', 'delivery'].map((name) => ({ module: 'manger', label: '', name, view: true, add: false, change: false, delete: false })),
      ),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.database.acrossClients().updateTable('account').set({ access_group_id: group }).where('id', '=', staff.id).execute();
  api.services.principals.forget();
  await signInAs(staff.caller.token);
  await renderScreen(`${stocks()}/${at.stock}`);
  expect(await screen.findByText('You have no access to view ingredients')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stock count' })).toBeNull();
});

test('feed moves to another store with a preview of both quantities, and the transfer can be deleted there', async () => {
  const { id, name } = await makeIngredient(client.owner, at);
  await deliver(client.owner, at, id, 200, 4);
  await make(client.owner, 'manager/stocks/', { company: at.company, name: 'Day store' });
  await renderScreen(`${stocks()}/${at.stock}`);
  await screen.findByRole('button', { name: `Actions for ${name}` });
  expect(screen.queryByRole('tab', { name: 'Transfers' })).toBeNull();
  await rowActions(String(name));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to another store' }));
  const dialog = await screen.findByRole('dialog');
  await choose('To', 'Day store', dialog);
  expect(await within(dialog).findByText('This feed isn’t there yet: it will be added.')).toBeTruthy();
  const figure = (term: string) =>
    within(dialog).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent?.replaceAll(/\s/g, ' ');
  const weight = within(dialog).getByLabelText('How much');
  await user.type(weight, '250');
  await waitFor(() => expect(figure('Missing')).toBe('50 kg'));
  await user.click(within(dialog).getByRole('button', { name: 'Move to another store' }));
  await waitFor(() => expect(weight.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(weight);
  await user.type(weight, '50');
  await waitFor(() => expect(figure('Will be left')).toBe('150 kg'));
  expect(figure('Worth at the average price')).toMatch(/200\.00/);
  await user.click(within(dialog).getByRole('button', { name: 'Move to another store' }));
  await waitFor(async () => expect((await ingredient(id)).rest).toBe(150));
  await user.click(await screen.findByRole('tab', { name: 'Transfers' }));
  await screen.findByRole('cell', { name: 'Day store' });
  await user.click(screen.getByRole('button', { name: /^Actions for .*→ Day store$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect((await ingredient(id)).rest).toBe(200));
});

test('a harvest shows its cost per kilogram while typing, and changes the stock', async () => {
  const { id, name } = await makeIngredient(client.owner, at);
  await renderScreen('stock/harvests');
  await user.click((await screen.findAllByRole('button', { name: 'New harvest' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  await choose('Farm', /^Farm/, dialog);
  await choose('Ingredient', new RegExp(String(name)), dialog);
  await user.type(within(dialog).getByLabelText('Weight'), '1000');
  await user.type(within(dialog).getByLabelText('Cost of all'), '1500');
  expect(await within(dialog).findByText(/^Price: .*1\.50/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Dry matter'), '34.5');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await ingredient(id)).toMatchObject({ rest: 1000, average_price: 1.5, dry_matter: 34.5 }));
  expect(await screen.findByRole('cell', { name: /^34\.5/ })).toBeTruthy();
});
