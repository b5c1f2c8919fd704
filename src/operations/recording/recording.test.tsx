import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

/** The device's store: it takes in, lets wait until it is let go on, or refuses. */
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

test('saved is said once the store has what was recorded', async () => {
  await open();
  await expect.poll(state).toBe('saved');
  store.how = 'waits';
  await press(/Begin loading/);
  await expect.poll(state).toBe('keeping');
  store.how = 'takes';
  store.goOn();
  await expect.poll(state).toBe('saved');
});

test('a store that refuses is told in red, the server has it all the same, and what was typed stays', async () => {
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
