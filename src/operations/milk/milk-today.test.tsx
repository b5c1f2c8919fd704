import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { online } from '#src/core/api/network.ts';
import { flush } from '#src/operations/recording/queue.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

const entries = new Map<string, unknown>();
vi.mock('#src/operations/recording/device.ts', () => ({
  device: {
    get: async (key: string) => entries.get(key),
    async change(key: string, how: (value: unknown) => unknown) {
      const next = how(entries.get(key));
      entries.set(key, next);
      return next;
    },
  },
}));

let api: TestApi;
let server: Awaited<ReturnType<typeof startBehind>>['server'];
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const today = () => todayIn('Europe/Kyiv');
const milk = async () => (await owner().get(`manager/milk/?farm=${farm.farm}&day=${today()}`)).data;

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  entries.clear();
  farm = await makeReadyFarm(api);
  const before = { farm: farm.farm, group: farm.cowsGroup, day: addDays(today(), -2), kg: 2_700, fat: 4.05, protein: 3.35 };
  await make(owner(), 'manager/milk/', before);
  await signInAs(owner().token);
});

const form = async () => within(await screen.findByRole('region', { name: 'Milk today' }));
const open = () => renderScreen(`companies/${farm.company}/farms/${farm.farm}/milk?of=${farm.cowsGroup}`);
async function say(kg: string) {
  const own = await form();
  await own.findByPlaceholderText('4.05');
  await user.type(own.getByRole('textbox', { name: /^Milk, / }), kg);
  await user.click(own.getByRole('button', { name: 'Save' }));
}

test('today’s milk is recorded once with the last day’s fat and protein, and can be replaced', async () => {
  await open();
  await say('2750.5');
  await expect.poll(milk).toMatchObject([{ group: farm.cowsGroup, kg: 2_750.5, fat: 4.05, protein: 3.35 }]);
  const own = await form();
  await own.findByText(/2,750\.5 kg/);
  await user.type(own.getByRole('textbox', { name: /^Fat, / }), '3.9');
  await user.click(own.getByRole('button', { name: 'Save' }));
  await expect.poll(milk).toMatchObject([{ kg: 2_750.5, fat: 3.9, protein: 3.35, version: 2 }]);
});

test('milk entered offline is stored on the phone, and is sent once later', async () => {
  await open();
  await (await form()).findByPlaceholderText('4.05');
  server.use(http.all('*/api/*', () => HttpResponse.error()));
  online.set(false);
  await say('2600');
  await say('2610');
  expect(await (await form()).findByText(/2,610 kg .* waits to be sent/)).toBeTruthy();
  // A new record of a day replaces the waiting one.
  await expect.poll(() => entries.get('reports')).toMatchObject([{ kind: 'milk', body: { kg: 2_610, fat: 4.05, protein: 3.35 } }]);
  server.resetHandlers();
  online.set(true);
  await flush();
  await expect.poll(milk).toMatchObject([{ kg: 2_610 }]);
  await expect.poll(() => entries.get('reports')).toEqual([]);
});

test('a refusal names the milk’s group, and the record can be discarded', async () => {
  await open();
  await say('99999');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/10,000/)).toBeTruthy();
  await user.click(alert.getByRole('button', { name: 'Discard what was recorded' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(await milk()).toEqual([]);
});
