import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { toasts } from '#src/core/ui/toast.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const NAMES = ['Barley', 'Clover', 'Dried beet', 'Erbsen', 'Flax'];

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  for (const name of NAMES) await makeIngredient(owner(), farm, { name, price: 5 });
  await signInAs(owner().token);
});
afterEach(() => queryClient.clear());

const readNames = async () => (await owner().get('manager/ingredients/?page_size=1000')).data.map(({ name }: { name: string }) => name);
const row = (name: string) => screen.findByRole('checkbox', { name });

async function selectRows() {
  await renderScreen('stock/ingredients?search=');
  await user.click(await screen.findByRole('button', { name: 'Select rows' }));
  await user.click(await row('Barley'));
  await user.keyboard('{Shift>}');
  await user.click(await row('Dried beet'));
  await user.keyboard('{/Shift}');
  await screen.findByText('Selected: 3');
  return within(screen.getByRole('group', { name: 'Select rows' }));
}

test('a range of rows is deleted after one question, and one undo restores it', async () => {
  const bar = await selectRows();
  await user.click(bar.getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete the selected rows (3)?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Deleted: 3'));
  expect(await readNames()).not.toContain('Clover');
  toasts.get().at(-1)?.action?.onClick();
  await waitFor(() => expect(toasts.get().at(-1)?.message).toBe('Restored: 3'));
  expect(await readNames()).toEqual(expect.arrayContaining(NAMES));
});

test('rows in use are named with their reason, stay selected, and the others are deleted', async () => {
  const { data } = await owner().get(`manager/ingredients/${farm.meal}/`);
  const bar = await selectRows();
  await user.click(await row(data.name));
  await user.click(bar.getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  const refusal = await screen.findByRole('alertdialog', { name: 'Not deleted: 1' });
  expect(within(refusal).getByText(data.name)).toBeTruthy();
  await user.click(within(refusal).getAllByRole('button', { name: 'Close' }).at(-1)!);
  await screen.findByText('Selected: 1');
  expect((await readNames()).filter((name: string) => NAMES.includes(name))).toEqual(['Erbsen', 'Flax']);
});

test('several rows get a new value after a preview, with one request', async () => {
  const bar = await selectRows();
  await user.click(bar.getByRole('button', { name: 'Change a field' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change selected rows: 3' }));
  await user.selectOptions(dialog.getByLabelText('Field'), dialog.getByRole('option', { name: /^Price/ }));
  await user.type(dialog.getByLabelText(/New value/), '7.5');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await user.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
  await waitFor(async () => {
    const { data } = await owner().get('manager/ingredients/?page_size=1000');
    const prices = data.filter(({ name }: { name: string }) => NAMES.includes(name)).map(({ price }: { price: number }) => price);
    expect(prices).toEqual([7.5, 7.5, 7.5, 5, 5]);
  });
});

test('a person without the right to delete or change exports the chosen rows only', async () => {
  const group = await make(owner(), 'perm/groups/', { name: 'Readers', permissions: permissionsOf({ 'manger.ingredient': 'v' }) });
  await signInAs((await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id })).caller.token);
  const bar = await selectRows();
  expect(bar.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(bar.queryByRole('button', { name: 'Change a field' })).toBeNull();
  expect(bar.getByRole('button', { name: 'List as a file' })).toBeTruthy();
});
