import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup({ delay: null });
const owner = () => farm.client.owner;
const HINT = 'The new type holds from today: reports of earlier days keep the former one. Closed months don’t change.';
const OPEN_MONTHS = /^For the open months as well/;

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await make(owner(), 'manager/animaltypes/', { name: 'Dry cows' });
  await make(owner(), 'manager/ingtedienttypes/', { name: 'Minerals' });
  await signInAs(owner().token);
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

/** Screens with a type: their row, its field, and the table of former types. */
const SCREENS = [
  {
    what: 'a group',
    address: () => `companies/${farm.company}/farms/${farm.farm}/animal-groups`,
    row: async () => (await owner().get(`manager/groups/${farm.cowsGroup}/`)).data,
    field: 'Animal type',
    other: 'Dry cows',
    typeOf: ({ animal_type_name }: { animal_type_name: string }) => animal_type_name,
    former: 'former_animal_type',
  },
  {
    what: 'a feed',
    address: () => 'stock/ingredients',
    row: async () => (await owner().get(`manager/ingredients/${farm.hay}/`)).data,
    field: 'Type',
    other: 'Minerals',
    typeOf: ({ type_name }: { type_name: string }) => type_name,
    former: 'former_ingredient_type',
  },
] as const;

test.each(SCREENS)('the form of $what states from when a new type holds and offers the open months as well', async (one) => {
  const kept = async () =>
    (await sql`select from ${sql.table(one.former)} where client_id = ${farm.client.id}`.execute(api.database.acrossClients())).rows.length;
  const before = await one.row();
  const first = one.typeOf(before);
  /** Opens the row's form and chooses a type there. */
  const choose = async (type: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${before.name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('textbox', { name: one.field }).value).not.toBe(''));
    expect(dialog.queryByText(HINT)).toBeNull();
    await user.click(dialog.getByRole('textbox', { name: one.field }));
    await user.click(await screen.findByRole('option', { name: type }));
    expect(await dialog.findByText(HINT)).toBeTruthy();
    return dialog;
  };
  const save = async (dialog: Awaited<ReturnType<typeof choose>>) => {
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  await renderScreen(one.address());
  const today = await choose(one.other);
  expect(today.getByRole<HTMLInputElement>('switch', { name: OPEN_MONTHS }).checked).toBe(false);
  await save(today);
  expect([one.typeOf(await one.row()), await kept()]).toEqual([one.other, 1]);

  // The first type again, on all days of the open months: no former type remains.
  const open = await choose(first);
  await user.click(open.getByRole('switch', { name: OPEN_MONTHS }));
  await save(open);
  expect([one.typeOf(await one.row()), await kept()]).toEqual([first, 0]);
});
