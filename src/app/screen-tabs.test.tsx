import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const tabs = async () => (await screen.findAllByRole('tab')).map((tab) => tab.textContent);

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  document.body.replaceChildren();
});

test('the owner’s administration has six tabs, each a route', async () => {
  const { router } = await renderScreen('admin/animal-types');
  expect(await tabs()).toEqual(['Access groups', 'Employees', 'Animal types', 'Ingredient types', 'Mixers', 'Form templates']);
  expect(screen.getByRole('tab', { name: 'Animal types' }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('tab', { name: 'Mixers' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/mixers'));
});

test('people who grant no access have the shorter one', async () => {
  const view = (name: string) => ({ module: 'manger', label: '', name, view: true, add: false, change: false, delete: false });
  const permissions = JSON.stringify(['animaltype', 'ingredient', 'mixer', 'blanks'].map(view));
  const { id } = await api.database
    .forClient(farm.client.id)
    .insertInto('access_group')
    .values({ client_id: farm.client.id, name: 'Lookers', farms: [], permissions })
    .returning('id')
    .executeTakeFirstOrThrow();
  const looker = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id });
  await signInAs(looker.caller.token);
  await renderScreen('admin/animal-types');
  expect(await tabs()).toEqual(['Animal types', 'Ingredient types', 'Mixers', 'Form templates']);
});

test('mixers of the administration are chosen by company and farm', async () => {
  const company = (await make(farm.client.owner, 'manager/companies/', { name: 'Друга' })).id;
  const other = (await make(farm.client.owner, 'manager/farms/', { company, name: 'Дальня', timezone: 'Europe/Kyiv' })).id;
  await make(farm.client.owner, 'manager/mixers/', { farm: other, name: 'Дальній', max_weight: 5000 });
  const { name } = (await farm.client.owner.get(`manager/mixers/${farm.mixer}/`)).data;
  const { router } = await renderScreen('admin/mixers');
  expect(await screen.findByRole('button', { name })).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Company' }));
  await user.click(await screen.findByRole('option', { name: 'Друга' }));
  await user.click(screen.getByRole('combobox', { name: 'Farm' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Дальня']);
  await user.click(screen.getByRole('option', { name: 'Дальня' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/app/admin/mixers/companies/${company}/farms/${other}`));
  expect(await screen.findByRole('button', { name: 'Дальній' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
});

test('on a phone the settings’ tabs are a dropdown that shows the present one', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width: 40em'), media: query, addEventListener() {}, removeEventListener() {} }) as never,
  );
  const { router } = await renderScreen('settings/mixers');
  await user.click(await screen.findByRole('button', { name: 'Mixers' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Form templates' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings/blanks'));
});
