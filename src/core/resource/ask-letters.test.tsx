import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, type TestClient } from '#tests/support/factories.ts';
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
  await renderScreen('admin/animal-types');
});

async function typeAndSave(name: string) {
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
