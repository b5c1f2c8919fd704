import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { online } from '#src/core/api/network.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { flush } from './queue.ts';

/** The device's storage in tests: it stores, waits until it is released, or fails. */
const store = { entries: new Map<string, unknown>(), how: 'takes' as 'takes' | 'waits' | 'refuses', goOn: () => {} };
vi.mock('./device.ts', () => ({
  device: {
    get: async (key: string) => store.entries.get(key),
    async change(key: string, how: (value: unknown) => unknown, beside: ReadonlyMap<string, unknown>) {
      if (store.how === 'refuses') throw new DOMException('No room', 'QuotaExceededError');
      if (store.how === 'waits') await new Promise<void>((resolve) => (store.goOn = resolve));
      const next = how(store.entries.get(key));
      store.entries.set(key, next);
      for (const [name, value] of beside) store.entries.set(name, value);
      return next;
    },
  },
}));

let api: TestApi;
let server: Awaited<ReturnType<typeof startBehind>>['server'];
let farm: ReadyFarm;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  store.how = 'takes';
  store.entries.clear();
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
});

const withoutNetwork = () => server.use(http.put('*/api/*', () => HttpResponse.error()));
const state = () => document.querySelector('[data-state]')?.getAttribute('data-state');
const press = async (name: RegExp) => user.click(await screen.findByRole('button', { name }));

async function open() {
  const schedule = await makeSchedule(farm, todayIn('Europe/Kyiv'));
  const { unmount } = await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning/${schedule.id}/record`);
  const at = async () => (await farm.client.owner.get(`schedule/schedules/${schedule.id}/`)).data;
  return { at, unmount };
}

test('shows “saved” only when the storage has the recording', async () => {
  await open();
  await expect.poll(state).toBe('saved');
  store.how = 'waits';
  await press(/Begin loading/);
  await expect.poll(state).toBe('keeping');
  store.how = 'takes';
  store.goOn();
  await expect.poll(state).toBe('saved');
});

test('a failing storage is shown in red, the report still reaches the server, and the typed numbers stay', async () => {
  const { at } = await open();
  store.how = 'refuses';
  await press(/Begin loading/);
  expect((await screen.findByRole('alert')).textContent).toMatch(/this device cannot store anything/i);
  await expect.poll(async () => (await at()).status).toBe('in_process');
  withoutNetwork();
  await user.type(await screen.findByRole('textbox'), '12');
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('12');
  await press(/^Next/);
  await press(/^Yes, 12/);
  expect((await screen.findByText(/^Not saved/)).closest('[data-state]')?.getAttribute('data-state')).toBe('failed');
  expect(screen.getByRole('button', { name: /Силос|12/ }).textContent).toMatch(/12/);
  server.resetHandlers();
});

test('each feed of a load is judged by its own tolerance, in four clicks', async () => {
  const { owner } = farm.client;
  await owner.put(`manager/ingredients/${farm.silage}/`, { tolerance_percent: 4 });
  await owner.put(`manager/ingredients/${farm.meal}/`, { tolerance: 2 });
  await open();
  await press(/Begin loading/);
  for (const kg of ['3100', '1500', '505']) {
    await user.type(await screen.findByRole('textbox'), kg);
    await press(/^Next/);
  }
  await screen.findByRole('button', { name: /Finish loading/ });
  const judged = screen.getAllByRole('listitem').map((line) => /beyond the tolerance/.test(line.textContent ?? ''));
  expect(judged).toEqual([false, false, true]);
});

test('the wagon changes the order in one click, skips in one and adds a group in two clicks without a network', async () => {
  const { owner } = farm.client;
  const calves = await make(owner, 'manager/groups/', {
    farm: farm.farm,
    name: 'Calves',
    animal_type: (await make(owner, 'manager/animaltypes/', { name: 'Calf' })).id,
  });
  const names = Object.fromEntries(
    (await owner.get('manager/groups/')).data.map(({ id, name }: { id: number; name: string }) => [id, name]),
  );
  const schedule = await makeSchedule(farm, todayIn('Europe/Kyiv'));
  const items = [farm.silage, farm.hay, farm.meal].map((ingredient, index) => ({ ingredient, weight_fact: [3000, 1500, 500][index] }));
  await owner.put(`schedule/schedules/${schedule.id}/load/`, { status: 'in_process' });
  await owner.put(`schedule/schedules/${schedule.id}/load/`, { status: 'loaded', items });
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning/${schedule.id}/record`);
  await press(/Begin unloading/);
  await screen.findByRole('combobox', { name: 'Add a group' });
  withoutNetwork();
  await user.click(screen.getByRole('button', { name: `${names[farm.heifers]} earlier` }));
  expect((await screen.findAllByText(/In the mixer 5,000, still to feed 5,000/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: `Skip ${names[farm.heifers]}` }));
  expect((await screen.findAllByText(/In the mixer 5,000, still to feed 4,000/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('combobox', { name: 'Add a group' }));
  await user.click(await screen.findByRole('option', { name: 'Calves' }));
  await user.type(await screen.findByRole('textbox', { name: new RegExp(names[farm.cowsGroup]!) }), '4000');
  await press(/^Next/);
  await user.type(await screen.findByRole('textbox', { name: /Calves/ }), '1000');
  await press(/^Next/);
  await press(/Finish unloading/);
  server.resetHandlers();
  online.set(true);
  await flush();
  const read = async () => (await owner.get(`schedule/schedules/${schedule.id}/`)).data;
  await expect.poll(async () => (await read()).status).toBe('uploaded');
  expect((await read()).groups.map(({ group, weight_fact }: { group: number; weight_fact: number }) => [group, weight_fact])).toEqual([
    [farm.heifers, 0],
    [farm.cowsGroup, 4000],
    [calves.id, 1000],
  ]);
});

test('a lot is chosen without a network, and reaches the server with the weight of its feed', async () => {
  const { at } = await open();
  await press(/Begin loading/);
  await expect.poll(async () => (await at()).status).toBe('in_process');
  withoutNetwork();
  await press(/^Lot$/);
  await user.type(await screen.findByRole('textbox', { name: 'Lot' }), 'S-77');
  await press(/^Save$/);
  await screen.findByRole('button', { name: 'Lot: S-77' });
  await user.type(await screen.findByRole('textbox'), '3000');
  await press(/^Next/);
  server.resetHandlers();
  online.set(true);
  await flush();
  const readLots = async () => (await at()).items.map(({ lot }: { lot: string | null }) => lot);
  await expect.poll(readLots).toEqual(['S-77', null, null]);
});
