import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeMixer } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

const PLANS = 'manager/serviceplans/';
const SERVICES = 'manager/services/';
const user = userEvent.setup();
let api: TestApi;
let farm: ReadyFarm;
let mixer: { id: number; name: string };
const owner = () => farm.client.owner;
const readRows = async (path: string) => (await owner().get(path)).data;
const press = async (name: string) => user.click((await screen.findAllByRole('button', { name }))[0]!);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const choose = async (field: HTMLElement, name: string) => {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name }));
};
const type = async (field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};
const invalid = (field: HTMLElement) => waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
/** Chooses from the menu of a row that is called so. */
const act = async (row: string, action: string) => {
  await user.click((await screen.findAllByRole('button', { name: `Actions for ${row}` }))[0]!);
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const rowText = async (name: RegExp) => (await screen.findAllByRole('row', { name }))[0]!.textContent?.replace(/\s/gu, ' ');

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  const { id } = await makeMixer(owner(), farm);
  mixer = (await owner().get(`manager/mixers/${id}/`)).data;
  await signInAs(owner().token);
});

/** A load that the mixer has loaded, an hour after which anything may be done on it. */
async function load(): Promise<void> {
  const { id } = await makeSchedule(farm, new Date().toISOString().slice(0, 10), { mixer: mixer.id });
  const path = `schedule/schedules/${id}/load/`;
  const started_at = new Date(Date.now() - 3_600_000).toISOString();
  const items = [{ ingredient: farm.silage, weight_fact: 1500 }];
  for (const body of [
    { status: 'in_process', started_at },
    { status: 'loaded', items },
  ])
    expect((await owner().put(path, body)).status).toBe(200);
}

test('a service plan is made by its form, refused at its fields, changed and deleted', async () => {
  await renderScreen('settings/mixers');
  await user.click(await screen.findByRole('link', { name: 'Plan the services of mixers by days, loads or weight' }));
  await press('New service plan');
  const form = await dialog('New service plan');
  const save = () => user.click(form.getByRole('button', { name: 'Save' }));
  await save();
  await invalid(form.getByLabelText('Mixer', { selector: 'input' }));
  await choose(form.getByLabelText('Mixer', { selector: 'input' }), mixer.name);
  await save();
  await invalid(form.getByLabelText('What'));
  await type(form.getByLabelText('What'), 'Knives');
  await save();
  // The interval is missing.
  expect(await form.findByRole('alert')).toBeTruthy();
  await type(form.getByLabelText('Loads'), '0');
  await save();
  await invalid(form.getByLabelText('Loads'));
  expect(await readRows(PLANS)).toEqual([]);
  await type(form.getByLabelText('Loads'), '800');
  await type(form.getByLabelText('Loaded', { exact: false }), '2500');
  await save();
  await closed();
  // Typed in kilograms, stored in tonnes.
  expect(await readRows(PLANS)).toMatchObject([{ mixer: mixer.id, what: 'Knives', every: { days: null, loads: 800, tonnes: 2.5 } }]);
  expect(await rowText(/Knives/)).toContain('0 of 800');

  await act(`${mixer.name}: Knives`, 'Edit');
  const changed = await dialog('Knives');
  expect(changed.getByLabelText<HTMLInputElement>('Loaded', { exact: false }).value).toBe('2,500');
  await user.clear(changed.getByLabelText('Loaded', { exact: false }));
  await type(changed.getByLabelText('Days'), '90');
  await user.click(changed.getByRole('button', { name: 'Save' }));
  await closed();
  expect(await readRows(PLANS)).toMatchObject([{ every: { days: 90, loads: 800, tonnes: null }, version: 2 }]);

  // The name of another plan of the mixer is refused.
  await make(owner(), PLANS, { mixer: mixer.id, what: 'Grease', every: { days: 7 } });
  await act(`${mixer.name}: Knives`, 'Edit');
  const same = await dialog('Knives');
  await type(same.getByLabelText('What'), 'grease');
  await user.click(same.getByRole('button', { name: 'Save' }));
  await invalid(same.getByLabelText('What'));
  await type(same.getByLabelText('What'), 'New knives');
  await user.click(same.getByRole('button', { name: 'Save' }));
  await closed();
  await act(`${mixer.name}: New knives`, 'Delete');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await closed();
  await expect.poll(async () => (await readRows(PLANS)).map(({ what }: { what: string }) => what)).toEqual(['Grease']);
});

test('a service is entered from its plan or without one, refused at its fields, changed and deleted', async () => {
  await make(owner(), PLANS, { mixer: mixer.id, what: 'Knives', every: { loads: 1 } });
  await renderScreen('settings/services');
  await act(`${mixer.name}: Knives`, 'Done');
  const done = await dialog('New service');
  expect(done.getByLabelText<HTMLInputElement>('Mixer', { selector: 'input' }).value).toBe(mixer.name);
  await user.click(done.getByRole('button', { name: 'Save' }));
  // It hasn't loaded anything yet.
  await invalid(done.getByLabelText('Mixer', { selector: 'input' }));
  expect(await readRows(SERVICES)).toEqual([]);
  await load();
  expect(await readRows(PLANS)).toMatchObject([{ due: true }]);
  await type(done.getByLabelText('Cost', { exact: false }), '1250.5');
  await user.click(done.getByRole('button', { name: 'Save' }));
  await closed();
  expect(await readRows(SERVICES)).toMatchObject([{ mixer: mixer.id, plan_name: 'Knives', cost: 1250.5 }]);
  expect(await readRows(PLANS)).toMatchObject([{ due: false, used: { loads: 0 } }]);
  await waitFor(async () => expect(await rowText(/Knives/)).toContain('0 of 1'));

  cleanup();
  await renderScreen('settings/services/done');
  await press('New service');
  const beside = await dialog('New service');
  await user.click(beside.getByRole('button', { name: 'Save' }));
  await invalid(beside.getByLabelText('Mixer', { selector: 'input' }));
  await choose(beside.getByLabelText('Mixer', { selector: 'input' }), mixer.name);
  await type(beside.getByLabelText('Note'), 'A new tyre');
  await user.click(beside.getByRole('button', { name: 'Save' }));
  await closed();
  expect(await rowText(/A new tyre/)).toContain('Outside any plan');

  const [tyre] = (await readRows(SERVICES)).filter(({ note }: { note: string }) => note === 'A new tyre');
  const row = (await screen.findAllByRole('row', { name: /A new tyre/ }))[0]!;
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const changed = await dialog(mixer.name);
  await type(changed.getByLabelText('Cost', { exact: false }), '99.9');
  await user.click(changed.getByRole('button', { name: 'Save' }));
  await closed();
  expect((await owner().get(`${SERVICES}${tyre.id}/`)).data).toMatchObject({ cost: 99.9, note: 'A new tyre', plan: null, version: 2 });

  const again = (await screen.findAllByRole('row', { name: /A new tyre/ }))[0]!;
  await user.click(within(again).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await closed();
  await expect.poll(() => readRows(SERVICES)).toMatchObject([{ plan_name: 'Knives' }]);
});
