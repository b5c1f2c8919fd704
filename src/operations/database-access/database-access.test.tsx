import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { updateBiViews } from '#server/bi/views.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const path = 'manager/database-access/';
const place = () => `companies/${farm.company}/farms/${farm.farm}/keys?view=database`;

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
});
afterEach(async () => {
  await farm.client.owner.delete(path);
  queryClient.clear();
  document.body.replaceChildren();
});

test('the screen names the operator’s tasks if the database has no views and no address', async () => {
  await renderScreen(place());
  expect(await screen.findByText(/may not create roles in this database/)).toBeTruthy();
  expect(screen.getByText(/DATABASE_LISTEN/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create the access' })).toBeNull();
});

test('an access is created, its password is shown once and replaced, and the access is revoked', async () => {
  await updateBiViews(api.url);
  await renderScreen(place());
  await user.click(await screen.findByRole('button', { name: 'Create the access' }));
  const first = (await screen.findByLabelText<HTMLTextAreaElement>('Password')).value;
  expect(first).toMatch(/^[\w-]{32}$/);
  const { role } = (await farm.client.owner.get(path)).data;
  expect(screen.getByLabelText<HTMLTextAreaElement>('psql').value).toContain(`user=${role}`);
  await user.click(screen.getByRole('button', { name: 'I have saved the password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain(first);
  expect(await screen.findByText(role)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'New password' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'New password' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Password')).value).not.toBe(first);
  await user.click(screen.getByRole('button', { name: 'I have saved the password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No program has access to the database yet.')).toBeTruthy();
  expect((await farm.client.owner.get(path)).data.state).toBe('none');
});
