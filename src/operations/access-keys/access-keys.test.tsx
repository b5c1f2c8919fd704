import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { callerOf, type TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const keys = () => `companies/${farm.company}/farms/${farm.farm}/keys`;
const reach = async (secret: string) => (await callerOf(api.app, secret, 'Key').get('schedule/schedules/')).status;

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('a key is created from the farm’s card, its secret is shown once, and its author is listed', async () => {
  const { router } = await renderScreen(`companies/${farm.company}/farms`);
  await user.click(await screen.findByRole('button', { name: /^Actions for Farm/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Access keys' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/${keys()}`));
  // The button of the empty list, which the first key removes.
  await screen.findByText('No keys yet');
  await user.click(screen.getAllByRole('button', { name: 'New key' }).at(-1)!);
  await user.type(await screen.findByLabelText('Name'), 'Термінал 2');
  await user.click(screen.getByRole('button', { name: 'Create the key' }));
  const secret = (await screen.findByLabelText<HTMLTextAreaElement>('The key’s secret')).value;
  expect(await reach(secret)).toBe(200);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Example of a request').value).toContain(`Authorization: Bearer ${secret}`);
  await user.click(screen.getByRole('button', { name: 'Copy: The key’s secret' }));
  await waitFor(async () => expect(await window.navigator.clipboard.readText()).toBe(secret));
  await user.click(screen.getByRole('button', { name: 'I have saved the secret' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const row = within((await screen.findByText('Термінал 2')).closest('tr')!);
  expect(row.getByText('Test client')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New key' })));
  expect(document.body.textContent).not.toContain(secret);
});

test('a key is revoked after a question, and refused from then on', async () => {
  const { secret } = await make(owner(), 'manager/keys/', { farm: farm.farm, name: 'Старий' });
  expect(await reach(String(secret))).toBe(200);
  await renderScreen(keys());
  await user.click(await screen.findByRole('button', { name: 'Actions for Старий' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await reach(String(secret))).toBe(200);
  await user.click(await question.findByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No keys yet')).toBeTruthy();
  expect(await reach(String(secret))).toBe(401);
});

test('a name already in use is reported at its field', async () => {
  await make(owner(), 'manager/keys/', { farm: farm.farm, name: 'Термінал' });
  await renderScreen(keys());
  await screen.findByText('Термінал');
  await user.click(screen.getByRole('button', { name: 'New key' }));
  const name = await screen.findByLabelText('Name');
  await user.type(name, 'Термінал');
  await user.click(screen.getByRole('button', { name: 'Create the key' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
});

test('users who don’t manage the farm see no keys', async () => {
  const consultant = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  await signInAs(consultant.caller.token);
  await renderScreen(keys());
  expect(await screen.findByText('You have no editing rights')).toBeTruthy();
});
