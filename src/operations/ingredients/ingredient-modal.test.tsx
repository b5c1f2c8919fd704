import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepLastFarm } from '#src/core/layout/last-farm.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('a price that is left empty is asked for, and 0 is saved only if somebody enters it', async () => {
  const user = userEvent.setup({ delay: null });
  const { owner } = await makeClient(api);
  const at = await makeFarm(owner);
  const stock = (await owner.get(`manager/stocks/${at.stock}/`)).data.name;
  await signInAs(owner.token);
  keepLastFarm(null, at.farm);
  await renderScreen('stock/ingredients');
  await user.click((await screen.findAllByRole('button', { name: 'New ingredient' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Ingredient' }), 'Hay');
  await user.click(dialog.getByRole('textbox', { name: 'Type' }));
  await user.keyboard('Roughage{Enter}');
  await user.click(dialog.getByRole('combobox', { name: 'Store' }));
  await user.click(await screen.findByRole('option', { name: stock }));
  await user.type(dialog.getByRole('textbox', { name: 'Dry matter' }), '86');
  const price = dialog.getByRole('textbox', { name: 'Price' });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(price);
  expect((await owner.get('manager/ingredients/')).count).toBe(0);

  await user.type(price, '0');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await owner.get('manager/ingredients/')).data).toMatchObject([{ name: 'Hay', type_name: 'Roughage', price: 0 }]);
});
