import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: Awaited<ReturnType<typeof startBehind>>['api'];
let server: Awaited<ReturnType<typeof startBehind>>['server'];
beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);

test('a paper is entered as one: pasted rows land, the sums are checked, and Ctrl Enter saves it', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const hay = await makeIngredient(client.owner, at, { name: 'Hay' });
  const meal = await makeIngredient(client.owner, at, { name: 'Meal' });
  const mill = (await make(client.owner, 'manager/deliveries/companies/', { name: 'Mill' })).id;
  const order = { company: mill, ingredient: meal.id, kg: 5000, price: 12, from: '2026-01-01', to: '2099-12-31' };
  const { id: ordered } = await make(client.owner, 'manager/orders/', order);
  await signInAs(client.owner.token);
  await renderScreen('stock/deliveries');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'By document' }));
  const dialog = await screen.findByRole('dialog', { name: 'New delivery document' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Document number' }), 'IN-7');
  const supplier = within(dialog).getByRole('textbox', { name: 'Supplier' });
  await user.type(supplier, 'mil{Enter}');
  expect((supplier as HTMLInputElement).value).toBe('Mill');
  const farm = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Farm' });
  if (farm.value === '') {
    await user.click(farm);
    await user.click(await screen.findByRole('option'));
  }
  // The farm's feeds are loaded once one can be chosen.
  await user.click(within(dialog).getByRole('combobox', { name: 'Ingredient 1' }));
  await screen.findByRole('option', { name: /Meal/ });
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('textbox', { name: 'Weight 1' }));
  await user.paste('hay\t1000\t2.5\nMeal\t200\t12\n');
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Weight 2' }).value).toBe('200');

  await user.type(within(dialog).getByRole('textbox', { name: 'VAT' }), '20');
  await user.type(within(dialog).getByRole('textbox', { name: 'Total on the paper' }), '5800');
  expect(dialog.querySelector('[data-reading]')?.textContent).toBe('= 5,800 ₴');
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain('The lines come to ₴5,880.00'));
  await user.type(within(dialog).getByRole('textbox', { name: 'Total on the paper' }), '{Backspace}{Backspace}80');
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull());

  // The supplier's order of a feed is offered only at its line.
  await user.click(await within(dialog).findByRole('combobox', { name: 'Order 2' }));
  await user.click(await screen.findByRole('option', { name: /5,000/ }));
  expect(within(dialog).queryByRole('combobox', { name: 'Order 1' })).toBeNull();

  // At the end of a column, Enter adds a line; an empty line isn't sent.
  await user.click(within(dialog).getByRole('textbox', { name: 'Weight 1' }));
  await user.keyboard('{Enter}{Enter}');
  await within(dialog).findByRole('combobox', { name: 'Ingredient 3' });
  await user.click(within(dialog).getByRole('textbox', { name: 'Price 2' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [document] = (await client.owner.get('manager/deliveries/documents/')).data;
  expect(document).toMatchObject({
    number: 'IN-7',
    company_name: 'Mill',
    net: 4900,
    total: 5880,
    lines: [
      { ingredient: hay.id, value: 1000, price: 2.5, order: null },
      { ingredient: meal.id, value: 200, price: 12, order: ordered },
    ],
  });

  // A line of the list opens its document.
  const [row] = await screen.findAllByRole('row', { name: /Meal/ });
  await user.click(within(row!).getByRole('button', { name: /Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const again = await screen.findByRole('dialog', { name: 'Document IN-7' });
  expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Price 1' }).value).toBe('2.5');
  // The test browser's file isn't accepted by the mocked network, so its bytes are replaced on the way.
  server.use(
    http.post('*/documents/:id/files/', ({ request }) => {
      const headers = { authorization: request.headers.get('authorization') ?? '' };
      return api.app.fetch(new Request(request.url, { method: 'POST', headers, body: '%PDF-1.7 scan' })) as Promise<Response>;
    }),
  );
  await user.upload(
    again.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['%PDF-1.7 scan'], 'scan.pdf', { type: 'application/pdf' }),
  );
  await user.click(within(again).getByRole('button', { name: 'Save' }));
  await waitFor(async () => {
    expect((await client.owner.get(`manager/deliveries/documents/${document.id}/`)).data.files).toMatchObject([{ name: 'scan.pdf' }]);
  });
});

test('a line a thousand times its feed’s usual price is asked about before the paper is saved', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const hay = await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  await make(client.owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 300, price: 2 });
  await signInAs(client.owner.token);
  await renderScreen('stock/deliveries');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'By document' }));
  const dialog = await screen.findByRole('dialog', { name: 'New delivery document' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Document number' }), 'IN-8');
  const farm = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Farm' });
  if (farm.value === '') {
    await user.click(farm);
    await user.click(await screen.findByRole('option'));
  }
  await user.click(within(dialog).getByRole('combobox', { name: 'Ingredient 1' }));
  await user.click(await screen.findByRole('option', { name: /Hay/ }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Weight 1' }), '300');
  await user.type(within(dialog).getByRole('textbox', { name: 'Price 1' }), '2000');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const question = await screen.findByRole('dialog', { name: 'Is this right?' });
  expect(question.textContent).toContain('Hay: Price: ');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this right?' })).toBeNull());
  expect((await client.owner.get('manager/deliveries/documents/')).count).toBe(0);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Is this right?' })).getByRole('button', { name: 'Yes, save' }));
  await waitFor(async () => expect((await client.owner.get('manager/deliveries/documents/')).count).toBe(1));
});
