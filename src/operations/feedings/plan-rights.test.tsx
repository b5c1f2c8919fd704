import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { permissionsOf, type Rights } from '#contract/access.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeIngredient } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

// The browser's database, which happy-dom lacks.
vi.mock('#src/operations/recording/device.ts', () => import('#tests/support/device.ts'));

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const planning = (rest = '') => `companies/${farm.company}/farms/${farm.farm}/planning${rest}`;
const day = () => todayIn('Europe/Kyiv');

async function signInWith(rights: Rights) {
  const group = await make(owner(), 'perm/groups/', { name: `Group ${Math.random()}`, permissions: permissionsOf(rights) });
  await signInAs((await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id })).caller.token);
}

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
});
afterEach(() => queryClient.clear());

test('a person who may only read opens a period without anything to change', async () => {
  await makePeriod(farm, { name: 'Morning', jobs: [jobOf(farm)] });
  await signInWith({ 'manger.loading': 'v' });
  await renderScreen(planning('/periods'));
  // Each load names its other parts.
  const loads = within(await screen.findByRole('table', { name: 'Morning' }));
  expect(loads.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Ration', 'Mixer', 'Animal groups', 'Plan']);
  expect(loads.getAllByRole('row')).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Morning' }));
  const dialog = await screen.findByRole('dialog', { name: 'Morning' });
  const [job] = (await owner().get('manager/loadings/')).data[0].jobs;
  expect(within(dialog).getByText(job.ration_name)).toBeTruthy();
  for (const { group_name } of job.groups) expect(within(dialog).getByText(group_name)).toBeTruthy();
  for (const role of ['textbox', 'checkbox', 'switch', 'combobox']) expect(within(dialog).queryByRole(role), role).toBeNull();
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a range shows its days’ plans with the filters of one day', async () => {
  const other = await make(owner(), 'manager/rations/', {
    farm: farm.farm,
    name: 'Dry cows',
    rounding: 1,
    items: [{ ingredient: farm.hay, percent: 100 }],
  });
  const on = (planned_on: string, ration: number) =>
    make(owner(), 'schedule/schedules/', { farm: farm.farm, planned_on, ...jobOf(farm), ration });
  await on('2026-04-10', farm.ration);
  await on('2026-04-11', other.id);
  await on('2026-04-13', other.id);
  await on('2026-04-14', other.id);
  await signInAs(owner().token);
  const { router } = await renderScreen(planning('?day=2026-04-10&until=2026-04-13'));
  const days = () => screen.getAllByRole('region').flatMap((one) => one.getAttribute('aria-label')?.match(/^\d+ Apr 2026$/)?.[0] ?? []);
  await waitFor(() => expect(days()).toEqual(['10 Apr 2026', '11 Apr 2026', '13 Apr 2026']));
  await router.navigate(`/app/${planning(`?day=2026-04-10&until=2026-04-13&ration=${other.id}`)}`);
  await waitFor(() => expect(days()).toEqual(['11 Apr 2026', '13 Apr 2026']));
});

test('a person with the right to periods only changes a period, and its loads stay', async () => {
  const period = await makePeriod(farm, { name: 'Morning', jobs: [jobOf(farm)] });
  await signInWith({ 'manger.loading': 'vacd' });
  await renderScreen(planning('/periods'));
  await user.click(await screen.findByRole('button', { name: 'Morning' }));
  const dialog = await screen.findByRole('dialog', { name: 'Morning' });
  expect(within(dialog).getByText('Loads are changed by those who may see rations, mixers and animal groups.')).toBeTruthy();
  const name = within(dialog).getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Sunrise');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Sunrise' })).toBeTruthy();
  const { data } = await owner().get(`manager/loadings/${period.id}/`);
  expect([data.name, data.jobs.length]).toEqual(['Sunrise', 1]);
});

test('the day’s plan has all filters of the API, stored in the address', async () => {
  const feed = await makeIngredient(owner(), farm);
  const other = await make(owner(), 'manager/rations/', {
    farm: farm.farm,
    name: 'Another',
    rounding: 1,
    items: [{ ingredient: feed.id, percent: 100 }],
  });
  const plan = { farm: farm.farm, planned_on: day(), ...jobOf(farm) };
  await make(owner(), 'schedule/schedules/', plan);
  await make(owner(), 'schedule/schedules/', { ...plan, ration: other.id });
  await signInWith({ 'manger.schedule': 'vacd' });
  const { router } = await renderScreen(planning());
  const first = (await owner().get(`manager/rations/${farm.ration}/`)).data.name;
  await screen.findByRole('button', { name: first });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  for (const filter of ['Feeding period', 'Ration', 'Mixer', 'Group', 'Animal type', 'Operator', 'Status']) {
    expect(await screen.findByRole('button', { name: filter }), filter).toBeTruthy();
  }
  await user.click(screen.getByRole('button', { name: 'Ration' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Another' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: first })).toBeNull());
  expect(screen.getByRole('button', { name: 'Another' })).toBeTruthy();
  expect(router.state.location.search).toBe(`?ration=${other.id}`);
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByRole('button', { name: first })).toBeTruthy();
});

test('a list’s reset is always visible and keeps the farm; another farm keeps the other filters', async () => {
  await signInAs(owner().token);
  const second = await make(owner(), 'manager/farms/', { company: farm.company, name: 'Second', timezone: 'Europe/Kyiv' });
  const { router } = await renderScreen(`stock/ingredients?farm=${farm.farm}&type=${farm.type}&stock=${farm.stock}`);
  const search = () => router.state.location.search;
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(search()).toBe(`?farm=${farm.farm}`));
  expect(screen.getByRole('button', { name: 'Reset' })).toBeTruthy();
  await router.navigate(`/app/stock/ingredients?farm=${farm.farm}&stock=${farm.stock}`);
  await user.click(screen.getByRole('combobox', { name: 'Farm' }));
  await user.click(await screen.findByRole('option', { name: 'Second' }));
  await waitFor(() => expect(search()).toBe(`?farm=${second.id}`));
});

test('the refusal names the case: changing, seeing, or seeing ingredients', async () => {
  await signInWith({ 'manger.ration': 'v', 'manger.animalfeed_recipe': 'v' });
  const rations = `companies/${farm.company}/farms/${farm.farm}/rations`;
  const made = await makeIngredient(owner(), farm);
  const feed = await makeIngredient(owner(), farm);
  const recipe = await make(owner(), 'manager/recipes/', {
    farm: farm.farm,
    name: 'R',
    ingredient: made.id,
    items: [{ ingredient: feed.id, percent: 100 }],
  });
  const cases = [
    [`${rations}/create`, 'You have no editing rights'],
    [`companies/${farm.company}/farms/${farm.farm}/keys`, 'You have no editing rights'],
    [`stock/fodder/${recipe.id}/craft`, 'You have no editing rights'],
    ['settings/mixers', 'You have no viewing rights'],
    ['stock/ingredients', 'You have no access to view ingredients'],
  ] as const;
  for (const [address, text] of cases) {
    const { unmount } = await renderScreen(address);
    expect(await screen.findByText(text), address).toBeTruthy();
    unmount();
  }
});
