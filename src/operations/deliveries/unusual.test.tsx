import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

readIn('uk');

configure({ asyncUtilTimeout: 30_000 });
let api: Awaited<ReturnType<typeof startBehind>>['api'];
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('a delivery a hundred times its feed’s usual is asked about before it is saved', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const hay = await makeIngredient(client.owner, at, { name: 'Сіно', price: 2 });
  const path = 'manager/deliveries/';
  const made = await make(client.owner, path, { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 300, price: 2 });
  const changed = await make(client.owner, path, { farm: at.farm, delivery_type: 'delivery', ingredient: hay.id, value: 310, price: 2 });
  const stored = async () => (await client.owner.get(`${path}${changed.id}/`)).data.value;
  await signInAs(client.owner.token);
  await renderScreen('stock/deliveries');
  const user = userEvent.setup();
  const [row] = await screen.findAllByRole('row', { name: /310/ });
  await user.click(within(row!).getByRole('button', { name: /Дії/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Редагувати' }));
  const weight = await screen.findByRole('textbox', { name: 'Вага' });
  await user.clear(weight);
  await user.type(weight, '30000');
  await user.click(screen.getByRole('button', { name: 'Зберегти' }));
  const question = await screen.findByRole('dialog', { name: 'Усе правильно?' });
  expect(question.textContent?.replace(/\s/gu, ' ')).toContain('Вага — 30 000 кг, а зазвичай цього корму — близько 300 кг.');
  await user.click(within(question).getByRole('button', { name: 'Скасувати' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Усе правильно?' })).toBeNull());
  expect([await stored(), made.value]).toEqual([310, 300]);
  await user.click(screen.getByRole('button', { name: 'Зберегти' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Усе правильно?' })).getByRole('button', { name: 'Так, зберегти' }));
  await waitFor(async () => expect(await stored()).toBe(30_000));
});
