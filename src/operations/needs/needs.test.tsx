import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const today = todayIn('Europe/Kyiv');
const readName = async (id: number): Promise<string> => (await farm.client.owner.get(`manager/ingredients/${id}/`)).data.name;
const planning = () => `companies/${farm.company}/farms/${farm.farm}/planning`;

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
});
afterEach(() => queryClient.clear());

test('the feed that runs short first is at the top, with the quantity to order, day by day', async () => {
  await makePeriod(farm, { active: true });
  const [meal, silage] = [await readName(farm.meal), await readName(farm.silage)];
  await renderScreen('stock/needs');
  const table = await screen.findByRole('table', { name: 'Feed needs' });
  await within(table).findByRole('button', { name: silage });
  const rows = within(table).getAllByRole('row');
  expect(within(rows[1]!).getByRole('button', { name: meal })).toBeTruthy();
  // 500 kg a day for seven days, none there.
  expect(within(rows[1]!).getAllByText('3,500')).toHaveLength(2);
  expect(within(rows[1]!).getByText('−500')).toBeTruthy();

  await user.click(within(table).getByRole('button', { name: silage }));
  const detail = await screen.findByRole('dialog', { name: silage });
  const days = within(detail).getAllByRole('row').slice(1, -1);
  expect(days).toHaveLength(7);
  expect(within(days[3]!).getByText('3,000')).toBeTruthy();
  expect(within(days[3]!).getByRole('img', { name: 'Not enough' })).toBeTruthy();
  expect(within(days[2]!).queryByRole('img')).toBeNull();
  await user.click(within(detail).getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('radio', { name: '14 days' }));
  expect(await within(table).findByText('42,000')).toBeTruthy();
});

test('a plan without feedings shows a notice', async () => {
  await renderScreen('stock/needs');
  expect(await screen.findByText('Nothing is planned for these days')).toBeTruthy();
});

test('the day warns of what its plan uses up within a week', async () => {
  await makeSchedule(farm, addDays(today, 2));
  await renderScreen(planning());
  const note = await screen.findByRole('region', { name: 'Runs out within a week' });
  expect(note.textContent).toContain(await readName(farm.meal));
  expect(note.textContent).toContain('short by 500 kg');
  expect(within(note).getByRole('link', { name: 'All needs' }).getAttribute('href')).toBe(`/app/stock/needs?farm=${farm.farm}`);
});

test('people without the right to stock see none of it', async () => {
  await makeSchedule(farm, today);
  const permissions = [{ module: 'manger', name: 'schedule', view: true, add: false, change: false, delete: false }];
  const group = (await farm.client.owner.post('perm/groups/', { name: 'Feeders', farms: [], permissions })).data.id;
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group });
  await signInAs(caller.token);
  await renderScreen(planning());
  await screen.findByText((await farm.client.owner.get(`manager/rations/${farm.ration}/`)).data.name);
  expect(screen.queryByRole('region', { name: 'Runs out within a week' })).toBeNull();
});
