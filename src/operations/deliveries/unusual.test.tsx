import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: Awaited<ReturnType<typeof startBehind>>['api'];
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('a delivery a hundred times its feed’s usual is asked about before it is saved', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const hay = await makeIngredient(client.owner, at, { name: 'Hay', price: 2 });
  const path = 'manager/deliveries/';
  const made = await make(client.owner, path, { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 300, price: 2 });
  const changed = await make(client.owner, path, { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 310, price: 2 });
  const stored = async () => (await client.owner.get(`${path}${changed.id}/`)).data.value;
  await signInAs(client.owner.token);
  await renderScreen('stock/deliveries');
  const user = userEvent.setup();
  const [row] = await screen.findAllByRole('row', { name: /310/ });
  await user.click(within(row!).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const weight = await screen.findByRole('textbox', { name: 'Weight' });
  await user.clear(weight);
  await user.type(weight, '30000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = await screen.findByRole('dialog', { name: 'Is this right?' });
  expect(question.textContent?.replace(/\s/gu, ' ')).toContain('Weight: 30,000 kg, usually about 300 kg.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this right?' })).toBeNull());
  expect([await stored(), made.value]).toEqual([310, 300]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Is this right?' })).getByRole('button', { name: 'Yes, save' }));
  await waitFor(async () => expect(await stored()).toBe(30_000));
});
