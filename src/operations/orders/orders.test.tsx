import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

const today = () =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Kyiv', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date());

let api: Awaited<ReturnType<typeof startBehind>>['api'];
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('an order is entered, a load of it is received from its row at its price, and then its supplier stays', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  await makeIngredient(client.owner, at, { name: 'Soybean meal', price: 0 });
  await make(client.owner, 'manager/deliveries/companies/', { name: 'North Mill' });
  await signInAs(client.owner.token);
  await renderScreen('stock/orders');
  const user = userEvent.setup();
  await user.click((await screen.findAllByRole('button', { name: 'New order' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New order' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  // Missing values are reported at their fields; the first day defaults to today.
  await waitFor(() => expect(form.getAllByText('This field is required')).toHaveLength(5));
  await user.click(form.getByRole('textbox', { name: 'Supplier' }));
  await user.click(await screen.findByRole('option', { name: 'North Mill' }));
  await user.click(form.getByRole('combobox', { name: 'Ingredient' }));
  await user.click(await screen.findByRole('option', { name: /Soybean meal/ }));
  await user.type(form.getByRole('textbox', { name: 'Weight' }), '40000');
  await user.type(form.getByRole('textbox', { name: 'Price' }), '12.5');
  await user.click(form.getByRole('button', { name: /^To/ }));
  await user.click(await screen.findByRole('button', { name: today() }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const row = async () => (await screen.findAllByRole('row', { name: /Soybean meal/ }))[0]!;
  await row();
  await user.click(within(await row()).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Receive' }));
  const delivery = within(await screen.findByRole('dialog', { name: 'New delivery' }));
  const weight = delivery.getByRole<HTMLInputElement>('textbox', { name: 'Weight' });
  expect(weight.value).toBe('40,000');
  await waitFor(() => expect(delivery.getByRole<HTMLInputElement>('combobox', { name: 'Order' }).value).toContain('North Mill'));
  await user.clear(weight);
  await user.type(weight, '12000');
  await user.click(delivery.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await row()).textContent?.replace(/\s/gu, ' ')).toContain('28,000'));
  const [stored] = (await client.owner.get('manager/orders/')).data;
  expect(stored).toMatchObject({ received: 12_000, left: 28_000, company_name: 'North Mill' });
  expect((await client.owner.get('manager/deliveries/')).data).toMatchObject([{ value: 12_000, price: 12.5, order: stored.id }]);
  await user.click(within(await row()).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const edited = within(await screen.findByRole('dialog', { name: 'Soybean meal, North Mill' }));
  expect(edited.getByRole<HTMLInputElement>('textbox', { name: 'Supplier' }).disabled).toBe(true);
  expect(edited.getByText(/supplier and ingredient stay/)).toBeTruthy();
});
