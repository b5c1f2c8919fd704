import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
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
let name: string;
let feeding: number;
const user = userEvent.setup();
const owner = () => farm.client.owner;

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  entries.clear();
  localStorage.removeItem('dry-matter-method');
  farm = await makeReadyFarm(api);
  const items = [{ ingredient: farm.silage, amount: 100, hold: 'dry' }];
  const ration = await make(owner(), 'manager/rations/', { farm: farm.farm, name: 'Held', rounding: 0, basis: 'load_fresh', items });
  const groups = [{ group: farm.cowsGroup, weight_per_head: 40 }];
  const day = { farm: farm.farm, planned_on: todayIn('Europe/Kyiv'), ration: ration.id, mixer: farm.mixer, groups };
  feeding = (await make(owner(), 'schedule/schedules/', day)).id;
  name = (await owner().get(`manager/ingredients/${farm.silage}/`)).data.name;
  await signInAs(owner().token);
});

const at = () => `companies/${farm.company}/farms/${farm.farm}`;
const card = () => screen.findByRole('region', { name });
const measured = async () => (await owner().get(`manager/drymatter/?ingredient=${farm.silage}`)).data;
const weight = async () => (await owner().get(`schedule/schedules/${feeding}/`)).data.weight_plan;

async function open() {
  await renderScreen(`${at()}/planning/dry-matter`);
  await user.click(within(await card()).getByRole('button', { name: new RegExp(name) }));
}
const type = async (field: string, text: string) => user.type(await screen.findByRole('textbox', { name: field }), text);
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));

test('a weighed sample shows its effect, is saved, and can be deleted', async () => {
  await open();
  expect(within(await card()).getByText('Never measured')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Weighed sample' }));
  await type('Wet, g', '200');
  await type('Dry, g', '50');
  expect(await screen.findByText(/Feedings replanned: 1\. 4,000 → 5,440 kg/)).toBeTruthy();
  expect(await weight()).toBe(4000);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Measured by' }), 'Koster tester');
  await save();
  await expect.poll(measured).toMatchObject([{ percent: 25, wet: 200, dry: 50, method: 'koster', previous: 34 }]);
  expect(await weight()).toBe(5440);
  expect(await within(await card()).findByText(/25\s?% · today · Koster tester/)).toBeTruthy();
  await user.click(within(await card()).getByRole('button', { name: new RegExp(name) }));
  await user.click(screen.getByRole('button', { name: 'Delete this measurement' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await expect.poll(weight).toBe(4000);
});

test('a measurement entered offline is stored on the phone, and is sent once later', async () => {
  await open();
  server.use(http.all('*/api/*', () => HttpResponse.error()));
  online.set(false);
  await type('Percent', '30');
  expect(await screen.findByText(/Without a network it stays on this device/)).toBeTruthy();
  await save();
  expect(await within(await card()).findByText(/waits to be sent/)).toBeTruthy();
  expect(within(await card()).getByText(/^30\s?%$/)).toBeTruthy();
  await expect.poll(() => entries.get('reports')).toMatchObject([{ kind: 'drymatter', body: { percent: 30, method: 'microwave' } }]);
  server.resetHandlers();
  online.set(true);
  await flush();
  await expect.poll(measured).toMatchObject([{ percent: 30 }]);
  await expect.poll(() => entries.get('reports')).toEqual([]);
});

test('a refusal of the server is shown with its feed, and can be discarded', async () => {
  await open();
  await type('Percent', '31');
  const month = `${todayIn('Europe/Kyiv').slice(0, 7)}-01`;
  await sql`insert into month_close (client_id, farm_id, month) values (${farm.client.id}, ${farm.farm}, ${month})`.execute(
    api.database.forClient(farm.client.id),
  );
  await save();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText(name)).toBeTruthy();
  await user.click(within(alert).getByRole('button', { name: 'Discard what was recorded' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(await measured()).toEqual([]);
});

test('a farm sets the number of measurements in the mean of a feed’s dry matter', async () => {
  await renderScreen(`companies/${farm.company}/farms`);
  await user.click(await screen.findByRole('button', { name: 'New farm' }));
  await user.type(await screen.findByRole('textbox', { name: 'Farm' }), 'Homestead');
  const field = await screen.findByRole('textbox', { name: 'Mean of measurements' });
  await user.clear(field);
  await user.type(field, '3');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const means = async () =>
    (await owner().get('manager/farms/dashboard/')).data.map((one: { dry_matter_mean: number }) => one.dry_matter_mean);
  await expect.poll(means).toEqual(expect.arrayContaining([1, 3]));
});
