import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm, makeIngredient, makeRation, type TestClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let client: TestClient;
const user = userEvent.setup({ delay: null });
/** A name with a Latin letter i, and its Cyrillic spelling. */
const [LATIN, CYRILLIC] = ['Нетелi', 'Нетелі'];

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  client = await makeClient(api);
  await signInAs(client.owner.token);
});

async function typeAndSave(name: string) {
  await renderScreen('admin/animal-types');
  await user.click((await screen.findAllByRole('button', { name: 'New animal type' }))[0]!);
  const field = await within(await screen.findByRole('dialog')).findByRole<HTMLInputElement>('textbox');
  await user.type(field, name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return field;
}
const readNames = async () => (await client.owner.get('manager/animaltypes/')).data.map(({ name }: { name: string }) => name);
const answer = async (label: string) => user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: label }));

test('a form asks about a Latin letter in a Cyrillic name, and shows the Cyrillic spelling that a person chooses', async () => {
  const field = await typeAndSave(LATIN);
  expect((await screen.findByRole('alertdialog')).textContent).toContain(`“${LATIN}” has Latin letters among Cyrillic ones: i`);
  await answer('Write it in Cyrillic');
  await waitFor(() => expect(field.value).toBe(CYRILLIC));
  expect(await readNames()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readNames()).toEqual([CYRILLIC]);
});

test('a form saves a name with a Latin letter if a person keeps it, and asks only once', async () => {
  await typeAndSave(LATIN);
  await answer('Keep it');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readNames()).toEqual([LATIN]);
});

test('a form shows the name that another spelling is taken by', async () => {
  await client.owner.post('manager/animaltypes/', { name: 'Heifers «1»' });
  await typeAndSave('heifers  "1"');
  expect(await within(screen.getByRole('dialog')).findByText(/: Heifers «1»$/)).toBeTruthy();
});

test('a select that adds a row asks about a Latin letter, and adds the row under the spelling that a person chooses', async () => {
  const { farm, company } = await makeFarm(client.owner);
  await renderScreen(`companies/${company}/farms/${farm}/animal-groups`);
  await user.click((await screen.findAllByRole('button', { name: 'New group' }))[0]!);
  const select = within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox', { name: 'Animal type' });
  await user.click(select);
  await user.keyboard(`${LATIN}{Enter}`);
  await answer('Write it in Cyrillic');
  await waitFor(() => expect(select.value).toBe(CYRILLIC));
  expect(await readNames()).toContain(CYRILLIC);
  await user.clear(select);
  await user.keyboard(`Корм ${LATIN}{Enter}`);
  await answer('Keep it');
  await waitFor(async () => expect(await readNames()).toContain(`Корм ${LATIN}`));
});

test('a ration is asked about a Latin letter in its new name before it is saved', async () => {
  const at = await makeFarm(client.owner);
  const feed = await makeIngredient(client.owner, at);
  const ration = await makeRation(client.owner, at, [{ ingredient: feed.id, percent: 100 }]);
  await renderScreen(`companies/${at.company}/farms/${at.farm}/rations/${ration.id}`);
  const name = await screen.findByLabelText<HTMLInputElement>('Ration');
  await user.clear(name);
  await user.type(name, LATIN);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await answer('Write it in Cyrillic');
  await waitFor(() => expect(name.value).toBe(CYRILLIC));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await client.owner.get(`manager/rations/${ration.id}/`)).data.name).toBe(CYRILLIC));
});
