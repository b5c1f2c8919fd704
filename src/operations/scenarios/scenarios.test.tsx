import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

const PATH = 'manager/scenarios/';
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const scenarios = async () => (await owner().get(PATH)).data;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** The last line of a list. */
const findLine = (list: string) =>
  within(
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('listitem')
      .at(-1)!,
  );
const choose = async (line: ReturnType<typeof findLine>, field: string, name: string) => {
  await user.click(line.getByLabelText(field, { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name }));
};

beforeAll(async () => {
  const { api } = await startBehind();
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('a scenario is entered line by line, refused at its line, and the input stays', async () => {
  const { data: group } = await owner().get(`manager/groups/${farm.cowsGroup}/`);
  const { data: feed } = await owner().get(`manager/ingredients/${farm.silage}/`);
  await renderScreen('stock/scenarios');
  await press('New scenario');
  await user.type(await screen.findByLabelText('Scenario'), 'Dearer silage');
  await press('Add a line: Prices');
  await choose(findLine('Prices'), 'Feed', feed.name);
  await user.type(findLine('Prices').getByLabelText('Price', { exact: false, selector: 'input' }), '1,75');
  await press('Add a line: Prices');
  await press('Remove line 2: Prices');
  // The first day is still missing.
  await press('Add a line: Heads');
  await choose(findLine('Heads'), 'Group', group.name);
  await user.type(findLine('Heads').getByLabelText('More or fewer heads'), '-5');
  await press('Save');
  await waitFor(() => expect(findLine('Heads').getByText(/required/i)).toBeTruthy());
  expect(await scenarios()).toEqual([]);
  expect((findLine('Prices').getByLabelText('Price', { exact: false, selector: 'input' }) as HTMLInputElement).value).toBe('1.75');
  await user.click(findLine('Heads').getByLabelText('From'));
  await user.click((await screen.findAllByRole('button', { name: /^15 / }))[0]!);
  await press('Save');
  await closed();
  expect(await scenarios()).toMatchObject([
    {
      farm: farm.farm,
      name: 'Dearer silage',
      heads: [{ group: farm.cowsGroup, day: expect.stringMatching(/-15$/), heads: null, added: -5 }],
      prices: [{ ingredient: farm.silage, price: 1.75 }],
      harvests: [],
      rations: [],
    },
  ]);

  await press('Actions for Dearer silage');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await press('Remove line 1: Heads');
  await press('Save');
  await closed();
  expect(await scenarios()).toMatchObject([{ heads: [], prices: [{ price: 1.75 }], version: 2 }]);
});
