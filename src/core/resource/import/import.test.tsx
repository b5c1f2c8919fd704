import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IN_LINES } from '#contract/progress.ts';
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
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { TestReader } from '#tests/support/file-reader.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let client: TestClient;
let at: TestFarm;
const user = userEvent.setup();
const rows = async (path: string) => (await client.owner.get(`manager/${path}/`)).data;

beforeAll(async () => {
  vi.stubGlobal('Worker', TestReader);
  ({ api, server } = await startBehind());
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stopBehind();
});
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

const dialog = () => screen.findByRole('dialog');
async function choose(lines: string[]) {
  await dialog();
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no field for a file yet');
    return found;
  });
  const file = new File([lines.join('\n')], 'list.csv', { type: 'text/csv' });
  await user.upload(input, file);
}

test('a wrong row is marked at its cell and nothing is written; the corrected file shows old and new values and is imported', async () => {
  const hay = await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await renderScreen('stock/ingredients');
  await screen.findByRole('button', { name: 'Hay' });
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['ID;Ingredient;Price, ₴/kg;In stock, kg', `${hay.id};Hay;dear;5`]);
  expect(await within(await dialog()).findByText('Invalid data format')).toBeTruthy();
  expect(within(await dialog()).getByText(/1 row has mistakes/)).toBeTruthy();
  expect(within(await dialog()).getByText(/Not read: In stock, kg/)).toBeTruthy();
  expect(within(await dialog()).getByRole('button', { name: /^Import/ })).toHaveProperty('disabled', true);

  await user.click(within(await dialog()).getByRole('button', { name: 'Another file' }));
  await choose(['ID;Ingredient;Price, ₴/kg', `${hay.id};Hay;2.5`]);
  const line = await within(await dialog()).findByRole('row', { name: /Hay/ });
  expect([line.querySelector('del')?.textContent, line.querySelector('ins')?.textContent]).toEqual(['2.00', '2.50']);
  expect(await rows('ingredients')).toMatchObject([{ price: 2 }]);
  await user.click(within(await dialog()).getByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts.get().map(({ message }) => message)).toEqual(['Imported: 0 new, 1 changed']);
  expect(await rows('ingredients')).toMatchObject([{ price: 2.5, version: 2 }]);
  await screen.findByText('2.50');
});

test('rows changed between preview and import are refused, and the file stays', async () => {
  const hay = await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await renderScreen('stock/ingredients');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Price', 'Hay;3']);
  const confirm = await within(await dialog()).findByRole('button', { name: 'Import 1 row' });
  await client.owner.put(`manager/ingredients/${hay.id}/`, { price: 9 });
  await user.click(confirm);
  expect(await within(await dialog()).findByText('Somebody else has changed this meanwhile')).toBeTruthy();
  expect(await rows('ingredients')).toMatchObject([{ price: 9 }]);
});

test('writing shows progress and can be cancelled: the file stays, is checked again, and can still be imported', async () => {
  const hay = await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await renderScreen('stock/ingredients');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Price', 'Hay;3']);
  const confirm = () => within(screen.getByRole('dialog')).findByRole('button', { name: 'Import 1 row' });
  const button = await confirm();
  const asked: boolean[] = [];
  // After the preview, whose own request must not be the half-done one.
  server.use(
    http.post('*/manager/ingredients/import/', async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run: boolean };
      asked.push(dry_run);
      // Half done, and still running.
      const headers = { 'content-type': IN_LINES, 'content-length': '100' };
      const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode('{"done":0.5}\n'));
      return asked.length === 1 ? new HttpResponse(new ReadableStream({ start }), { headers }) : undefined;
    }),
  );
  await user.click(button);
  const bar = await within(await dialog()).findByRole('progressbar', { name: 'Writing …' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('55'));
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(within(screen.getByRole('dialog')).queryByRole('progressbar')).toBeNull());
  expect(toasts.get().map(({ message }) => message)).toEqual(['Import cancelled']);
  expect([asked, await rows('ingredients')]).toMatchObject([[false, true], [{ price: 2 }]]);
  await user.click(await confirm());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await client.owner.get(`manager/ingredients/${hay.id}/`)).data).toMatchObject({ price: 3 });
});

test('a request without an answer isn’t repeated: the file must be chosen again, which shows the stored rows', async () => {
  await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await renderScreen('stock/ingredients');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Price', 'Hay;3']);
  const confirm = await within(await dialog()).findByRole('button', { name: 'Import 1 row' });
  server.use(
    http.post(
      '*/manager/ingredients/import/',
      // The connection breaks before the last line.
      () => new HttpResponse('{"done":0.5}\n', { headers: { 'content-type': IN_LINES } }),
      { once: true },
    ),
  );
  await user.click(confirm);
  expect(await within(await dialog()).findByRole('button', { name: 'Choose a file' })).toHaveProperty('disabled', false);
  expect(within(await dialog()).getByRole('alert').textContent).toContain('No connection');
});

test('lines that look doubled are skipped unless chosen', async () => {
  await makeIngredient(client.owner, at, { name: 'Hay' });
  const heading = 'Ingredient;When;Type;Weight, kg;Price, ₴/kg';
  const lines = ['Hay;10/02/2026 08:00;Delivery;500;2', 'Hay;10/02/2026 15:00;Delivery;500;2', 'Hay;11/02/2026 08:00;Delivery;500;2'];
  await renderScreen('stock/deliveries');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose([heading, ...lines]);
  expect(await within(await dialog()).findByText('The same line stands earlier in the file')).toBeTruthy();
  expect(within(await dialog()).getByRole('button', { name: 'Import 2 rows' })).toBeTruthy();
  await user.click(within(await dialog()).getByRole('switch', { name: 'Leave them out' }));
  expect(within(await dialog()).getByRole('button', { name: 'Import 3 rows' })).toBeTruthy();
  await user.click(within(await dialog()).getByRole('switch', { name: 'Leave them out' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Import 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await rows('deliveries')).map(({ delivered_at }: { delivered_at: string }) => delivered_at.slice(0, 16))).toEqual([
    '2026-02-11T06:00',
    '2026-02-10T06:00',
  ]);
});

test('tonnes are converted visibly; unusual figures are imported only after confirmation', async () => {
  const hay = await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 300, price: 2 });
  await renderScreen('stock/deliveries');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Type;Weight, stone;Price', 'Hay;Delivery;12.5;2']);
  expect((await within(await dialog()).findByRole('alert')).textContent).toMatch(/The unit in this heading isn’t known: Weight, stone\./);
  await choose(['Ingredient;Type;Weight (t);Price, ₴/t', 'Hay;Delivery;12.5;2000']);
  const line = await within(await dialog()).findByRole('row', { name: /Hay/ });
  const told = (await dialog()).textContent;
  expect([line.textContent, told]).toEqual([
    expect.stringContaining('12,5002.00'),
    expect.stringContaining('Converted: Weight (t) (1 t = 1,000\u00a0kg); Price, ₴/t (1 t = 1,000\u00a0kg)'),
  ]);
  expect(told).toContain('Weight: usually about 300 kg');
  const write = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Import 1 row' });
  expect(write()).toHaveProperty('disabled', true);
  await user.click(within(await dialog()).getByRole('checkbox', { name: 'They are right' }));
  await user.click(write());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await rows('deliveries')).map(({ value, price }: { value: number; price: number }) => [value, price])).toContainEqual([
    12_500, 2,
  ]);
});

test('a ration’s lines are shown by part, and a file without the columns is refused', async () => {
  const [hay, corn, salt] = [
    await makeIngredient(client.owner, at, { name: 'Hay' }),
    await makeIngredient(client.owner, at, { name: 'Maize' }),
    await makeIngredient(client.owner, at, { name: 'Salt' }),
  ];
  const ration = await makeRation(client.owner, at, [
    { ingredient: hay.id, percent: 50 },
    { ingredient: corn.id, percent: 40 },
    { ingredient: salt.id, percent: 10 },
  ]);
  await renderScreen(`companies/${at.company}/farms/${at.farm}/rations`);
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['a;b', '1;2']);
  expect(await within(await dialog()).findByText(/columns of this list aren’t in the file/)).toBeTruthy();
  await choose(['Ration;Ingredient;Share', `${ration.name};Hay;50`, `${ration.name};Maize;50`]);
  const [, first, told, second] = await waitFor(() => {
    const found = within(screen.getByRole('dialog')).getAllByRole('row');
    expect(found.length).toBe(4);
    return found;
  });
  expect(first?.querySelector('del')).toBeNull();
  expect(told?.textContent).toBe('No longer in it: Salt');
  expect([second?.querySelector('del')?.textContent, second?.querySelector('ins')?.textContent]).toEqual(['40', '50']);
});

test('errors are at their own cells, for lines of several lists in a scenario and an interval of several columns', async () => {
  const { owner } = client;
  const hay = await makeIngredient(owner, at, { name: 'Hay' });
  const { id: group, name } = await makeGroup(owner, at, 10);
  await make(owner, 'manager/scenarios/', {
    farm: at.farm,
    name: 'Dear hay',
    heads: [{ group, day: '2026-03-01', heads: 5 }],
    prices: [{ ingredient: hay.id, price: 2 }],
  });
  const scenarios = await renderScreen('stock/scenarios');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  const head = 'Scenario;Day;Group;Heads;Feed;Price, ₴/kg';
  await choose([head, 'Dear hay;2026-03-01;Nobody;6;;', 'Dear hay;;;;Hay;3']);
  const wrong = await within(await dialog()).findByRole('row', { name: /Nobody/ });
  expect(wrong.querySelector('[data-error]')?.textContent).toContain('Nobody');
  await user.click(within(await dialog()).getByRole('button', { name: 'Another file' }));
  await choose([head, `Dear hay;2026-03-02;${name};6;;`, 'Dear hay;;;;Hay;3']);
  const dearer = await within(await dialog()).findByRole('row', { name: /Hay/ });
  expect([dearer.querySelector('del')?.textContent, dearer.querySelector('ins')?.textContent]).toEqual(['2.00', '3.00']);
  expect((await dialog()).textContent).toContain(`No longer in it: ${name} 1 Mar 2026`);
  await user.click(within(await dialog()).getByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('scenarios')).toMatchObject([{ heads: [{ day: '2026-03-02', heads: 6 }], prices: [{ price: 3 }] }]);
  scenarios.unmount();

  const mixer = await makeMixer(owner, at);
  await make(owner, 'manager/serviceplans/', { mixer: mixer.id, what: 'Oil', every: { days: 30, tonnes: 12 } });
  await renderScreen('settings/services');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Mixer;What;Every, days;Every, weight, kg', `${mixer.name};Oil;60;12000`]);
  const line = await within(await dialog()).findByRole('row', { name: /Oil/ });
  const [days, ...others] = line.querySelectorAll('del');
  expect([days?.textContent, others.length]).toEqual(['30', 0]);
  await user.click(within(await dialog()).getByRole('button', { name: 'Another file' }));
  await choose(['Mixer;What;Every, days', `${mixer.name};Oil;0`]);
  const refused = await within(await dialog()).findByRole('row', { name: /Oil/ });
  expect(refused.querySelector('[data-error]')?.textContent).toMatch(/^0/);
});

test('head counts by day have their own file; without the right to write the import is hidden', async () => {
  const { name } = await makeGroup(client.owner, at, 10);
  const shown = await renderScreen(`companies/${at.company}/farms/${at.farm}/animal-groups`);
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Head count over time' }));
  await choose(['Group;From;Head count', `${name};01/02/2026;7`]);
  await user.click(await within(await dialog()).findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('groups/heads')).toMatchObject([{ heads: 10 }, { day: '2026-02-01', heads: 7 }]);
  shown.unmount();

  const looking = await make(client.owner, 'perm/groups/', {
    name: 'Lookers',
    permissions: [{ module: 'manger', name: 'group', view: true, add: false, change: false, delete: false }],
  });
  const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: looking.id });
  await signInAs(employee.caller.token);
  await renderScreen(`companies/${at.company}/farms/${at.farm}/animal-groups`);
  await screen.findByRole('button', { name: name as string });
  expect(screen.queryByRole('button', { name: 'Import from a file' })).toBeNull();
});

test('measurements and transfers can be imported: errors are at their cells, and existing rows are skipped', async () => {
  const { owner } = client;
  const maize = await makeIngredient(owner, at, { name: 'Maize', dry_matter: 30, price: 2 });
  await deliver(owner, at, maize.id, 100, 2);
  const pit = (await owner.get(`manager/stocks/${at.stock}/`)).data.name;
  await make(owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: 'Day store' });
  const measured = await renderScreen(`companies/${at.company}/farms/${at.farm}/planning/dry-matter`);
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  const head = 'Measured;Ingredient;Dry matter, %;Wet, g;Dry, g;Measured by';
  await choose([head, '01/03/2026 07:30;Maize;130;;;Oven', '01/03/2026 07:30;Maize;;200;64;Koster tester']);
  const wrong = await within(await dialog()).findByRole('row', { name: /Oven/ });
  expect(wrong.querySelector('[data-error]')?.textContent).toMatch(/^130/);
  await user.click(within(await dialog()).getByRole('button', { name: 'Another file' }));
  await choose([head, '01/03/2026 07:30;Maize;31.5;;;Oven', '01/03/2026 07:30;Maize;;200;64;Koster tester']);
  await user.click(await within(await dialog()).findByRole('button', { name: 'Import 2 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const found = (await owner.get('manager/drymatter/?ordering=percent')).data;
  expect(found).toMatchObject([
    { percent: 31.5, method: 'oven' },
    { percent: 32, wet: 200, dry: 64, method: 'koster' },
  ]);
  measured.unmount();

  await renderScreen(`companies/${at.company}/stocks/${at.stock}`);
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  const columns = 'When;Ingredient;From;To;Weight, kg';
  await choose([columns, `;Maize;${pit};Day store;60`, `;Maize;${pit};Day store;50`]);
  const short = await within(await dialog()).findByRole('row', { name: /50/ });
  expect(short.querySelector('[data-error]')?.textContent).toMatch(/^50.*10/);
  await user.click(within(await dialog()).getByRole('button', { name: 'Another file' }));
  await choose([columns, `;Maize;${pit};Day store;60`]);
  await user.click(await within(await dialog()).findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await owner.get('manager/stocks/transfer/')).data).toMatchObject([{ kg: 60, to_name: 'Day store', value: 120 }]);
  await user.click(await screen.findByRole('tab', { name: 'Transfers' }));
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose([columns, `;Maize;${pit};Day store;60`]);
  expect(await within(await dialog()).findByText(/already/)).toBeTruthy();
});

test('an unknown column is shown with samples and read as the person chooses', async () => {
  await makeIngredient(client.owner, at, { name: 'Hay' });
  await renderScreen('stock/deliveries');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Received;Type;Weight, kg;Price, ₴/kg', 'Hay;2026-02-10 08:00;Delivery;500;2']);
  expect((await within(await dialog()).findByRole('alert')).textContent).toMatch(/default would replace it: Received\./);
  const column = within(await dialog()).getByRole('row', { name: /Received/ });
  expect(column.textContent).toContain('2026-02-10 08:00');
  await user.selectOptions(within(column).getByRole('combobox', { name: 'Meaning: Received' }), 'When');
  await user.click(within(await dialog()).getByRole('button', { name: 'Read again' }));
  await user.click(await within(await dialog()).findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('deliveries')).toMatchObject([{ value: 500, delivered_at: expect.stringMatching(/^2026-02-10T06:00/) }]);

  // The next file with the same headings is read in the same way.
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Received;Type;Weight, kg;Price, ₴/kg', 'Hay;2026-02-11 08:00;Delivery;510;2']);
  expect(await within(await dialog()).findByRole('button', { name: 'Import 1 row' })).toBeTruthy();
});

test('lines with errors can be skipped, and totals and contradicting amounts are shown', async () => {
  await makeIngredient(client.owner, at, { name: 'Hay' });
  await renderScreen('stock/deliveries');
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose([
    'Ingredient;When;Type;Weight, kg;Price, ₴/kg;Amount, ₴',
    'Hay;2026-02-10 08:00;Delivery;500;2;100000',
    'Straw;2026-02-11 08:00;Delivery;400;2;800',
    'Total;;;900;;',
  ]);
  expect(await within(await dialog()).findByText(/Not read: totals: 4/)).toBeTruthy();
  const write = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Import 1 row' });
  expect(write()).toHaveProperty('disabled', true);
  await user.click(within(await dialog()).getByRole('switch', { name: 'Leave out the lines with mistakes' }));
  expect(write()).toHaveProperty('disabled', true);
  await user.click(within(await dialog()).getByRole('radio', { name: /Unusual/ }));
  expect(await within(await dialog()).findByText(/The file’s amount is 100,000.00, but weight × price is 1,000.00/)).toBeTruthy();
  await user.click(within(await dialog()).getByRole('checkbox', { name: 'They are right' }));
  await user.click(write());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('deliveries')).toMatchObject([{ value: 500 }]);
});

test('the columns of a read file can be given another meaning, which the next file with the same headings has as well', async () => {
  await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await renderScreen('stock/ingredients');
  await screen.findByRole('button', { name: 'Hay' });
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  const lines = (price: number) => ['Ingredient;Price;Tariff', `Hay;9;${price}`];
  await choose(lines(3));
  expect(await within(await dialog()).findByText(/Not read: Tariff/)).toBeTruthy();
  await user.click(within(await dialog()).getByRole('button', { name: 'What the columns are' }));
  await user.selectOptions(within(await dialog()).getByRole('combobox', { name: 'Meaning: Price' }), 'Leave out');
  await user.selectOptions(within(await dialog()).getByRole('combobox', { name: 'Meaning: Tariff' }), 'price');
  await user.type(within(await dialog()).getByRole('textbox', { name: 'Unit: Tariff' }), '₴/kg');
  await user.click(within(await dialog()).getByRole('button', { name: 'Read again' }));
  await user.click(await within(await dialog()).findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('ingredients')).toMatchObject([{ price: 3 }]);

  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(lines(4));
  expect(await within(await dialog()).findByText(/as chosen for an earlier file/)).toBeTruthy();
  await user.click(await within(await dialog()).findByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows('ingredients')).toMatchObject([{ price: 4 }]);
});

test('a line that the person leaves out is not written', async () => {
  await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await makeIngredient(client.owner, at, { name: 'Straw', price: 1 });
  await renderScreen('stock/ingredients');
  await screen.findByRole('button', { name: 'Hay' });
  await user.click(await screen.findByRole('button', { name: 'Import from a file' }));
  await choose(['Ingredient;Price', 'Hay;3', 'Straw;5']);
  await within(await dialog()).findByRole('button', { name: 'Import 2 rows' });
  await user.click(within(await dialog()).getByRole('checkbox', { name: 'Take line 3' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Import 1 row' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const prices = (await rows('ingredients')).map(({ name, price }: { name: string; price: number }) => [name, price]);
  expect(prices.toSorted()).toEqual([
    ['Hay', 3],
    ['Straw', 1],
  ]);
});
