import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../tests/support/api.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '../../tests/support/feeding.ts';
import { forwardTo, renderScreen, signInAs } from '../../tests/support/render-screen.tsx';
import { queryClient } from '../core/api/query-client.ts';
import { addDays, todayAt } from './shared/day.ts';

configure({ asyncUtilTimeout: 30_000 });

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const inDialog = async () => within(await screen.findByRole('dialog'));

beforeAll(async () => {
  api = await startApi();
  server = forwardTo(api);
  server.listen({ onUnhandledRequest: 'error' });
});
afterAll(async () => {
  server.close();
  await api.close();
});
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('a day is copied to the next, and the screen goes there', async () => {
  const today = todayAt('Europe/Kyiv');
  await makeSchedule(farm, today);
  const { router } = await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning`);
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Копіювати день' });
  await waitFor(() => expect(copy.disabled).toBe(false));
  await user.click(copy);
  await user.click((await inDialog()).getByRole('button', { name: 'Копіювати' }));
  await closed();
  await waitFor(() => expect(router.state.location.search).toBe(`?day=${addDays(today, 1)}`));
  expect((await owner().get(`schedule/schedules/?planned_on=${addDays(today, 1)}`)).count).toBe(1);
});

test('a farm is added and changed; a name that is taken stands at its field', async () => {
  await renderScreen(`companies/${farm.company}/farms`);
  await user.click(await screen.findByRole('button', { name: 'Нова ферма' }));
  await user.type((await inDialog()).getByLabelText('Ферма'), 'Хутір');
  await user.click(screen.getByRole('button', { name: 'Зберегти' }));
  await closed();
  expect(await screen.findByRole('link', { name: 'Хутір' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Нова ферма' }));
  const name = (await inDialog()).getByLabelText('Ферма');
  await user.type(name, 'Хутір');
  await user.click(screen.getByRole('button', { name: 'Зберегти' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  const { data } = await owner().get('manager/farms/dashboard/');
  expect(data.filter((one: { name: string }) => one.name === 'Хутір')).toHaveLength(1);
});
