import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { keepLastUsed } from '#src/core/layout/last-used.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const shelves = () => screen.queryAllByRole('region').map((one) => one.getAttribute('aria-label'));
const links = (shelf: string) =>
  within(screen.getByRole('region', { name: shelf }))
    .getAllByRole('link')
    .map((one) => one.textContent);

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  document.body.replaceChildren();
});

test('reports are listed by their question, and found by synonyms', async () => {
  await signInAs(farm.client.owner.token);
  await renderScreen('reports/gallery');
  await screen.findByRole('region', { name: 'Accuracy' });
  expect(shelves()).toEqual(['Cost', 'Accuracy', 'Stock', 'Mixers', 'Compound feed', 'Forms']);
  const field = screen.getByRole('searchbox');
  await user.type(field, 'weighing');
  expect(shelves()).toEqual(['Found']);
  expect(links('Found')).toEqual(['Mixer loading']);
  await user.clear(field);
  await user.type(field, 'no such thing');
  expect(shelves()).toEqual([]);
});

test('pinned reports come first and are stored on the server; recent ones are stored on the device', async () => {
  await signInAs(farm.client.owner.token);
  keepLastUsed(farm.client.ownerId, 'report-inout');
  keepLastUsed(farm.client.ownerId, 'report-compare');
  await renderScreen('reports/gallery');
  await screen.findByRole('region', { name: 'Last used' });
  expect(links('Last used')).toHaveLength(2);
  const [second] = within(screen.getByRole('region', { name: 'Last used' })).getAllByRole('button', { name: /^Pin: / });
  await user.click(second!);
  expect(links('Pinned')).toHaveLength(1);
  expect(links('Last used')).toHaveLength(1);
  await waitFor(async () => expect((await farm.client.owner.get('auth/me/')).data.pins).toEqual(['report-compare']));
  await user.click(screen.getAllByRole('button', { name: /^Unpin: / })[0]!);
  expect(shelves()).not.toContain('Pinned');
  await waitFor(async () => expect((await farm.client.owner.get('auth/me/')).data.pins).toEqual([]));
});

test('a user who may see one report has a gallery with only that report', async () => {
  const group = await make(farm.client.owner, 'perm/groups/', { name: 'One', permissions: permissionsOf({ 'manger.planfeed': 'v' }) });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(caller.token);
  await renderScreen('reports/gallery');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toContain('/app/reports/planfeed');
  expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).not.toContain('/app/reports/inout');
});
