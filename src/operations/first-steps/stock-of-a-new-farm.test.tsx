import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, type TestClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let client: TestClient;
const user = userEvent.setup();
const dialog = async () => within(await screen.findByRole('dialog'));
const saveForm = async () => user.click((await dialog()).getByRole('button', { name: 'Save' }));

beforeAll(async () => {
  ({ api } = await startBehind());
  client = await makeClient(api);
  const company = await make(client.owner, 'manager/companies/', { name: 'First' });
  const farm = await make(client.owner, 'manager/farms/', { company: company.id, name: 'Only farm' });
  await make(client.owner, 'manager/stocks/', { company: company.id, farm: farm.id, name: 'Only store' });
  await signInAs(client.owner.token);
});
afterAll(stopBehind);

test('usual feeds are added with type and typical dry matter to the only store, then their stock with weight and price', async () => {
  const { unmount } = await renderScreen('stock/ingredients?usual=1');
  const form = await dialog();
  await waitFor(() => expect((form.getByRole('combobox', { name: 'Store' }) as HTMLInputElement).value).toBe('Only store'));
  await user.click(form.getByRole('checkbox', { name: /^Salt/ }));
  await saveForm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { data: feeds } = await client.owner.get('manager/ingredients/?ordering=name');
  expect(feeds.map(({ name, type_name, dry_matter, price }: Record<string, unknown>) => [name, type_name, dry_matter, price])).toEqual([
    ['Lucerne hay', 'Hay and straw', 88, 0],
    ['Lucerne silage', 'Silage', 42, 0],
    ['Maize grain', 'Grain', 87, 0],
    ['Maize silage', 'Silage', 35, 0],
    ['Soya bean meal', 'Protein feeds', 89, 0],
    ['Wheat straw', 'Hay and straw', 90, 0],
  ]);
  unmount();
  queryClient.clear();

  await renderScreen('stock/openings?all=1');
  const rows = await dialog();
  await user.type(await rows.findByRole('textbox', { name: 'Weight: Wheat straw' }), '900');
  await user.type(rows.getByRole('textbox', { name: 'Weight: Maize silage' }), '50000');
  await user.type(rows.getByRole('textbox', { name: 'Price: Maize silage' }), '1.5');
  await saveForm();
  // A weight without a price is asked about, and nothing is saved.
  expect(await rows.findByText('This field is required')).toBeTruthy();
  expect((await client.owner.get('manager/openings/')).data).toEqual([]);
  await user.type(rows.getByRole('textbox', { name: 'Price: Wheat straw' }), '0.4');
  await saveForm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { data: openings } = await client.owner.get('manager/openings/?ordering=ingredient_name');
  expect(openings.map(({ ingredient_name, kg, price }: Record<string, unknown>) => [ingredient_name, kg, price])).toEqual([
    ['Maize silage', 50_000, 1.5],
    ['Wheat straw', 900, 0.4],
  ]);
});
