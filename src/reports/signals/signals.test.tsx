import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { addDays } from '#contract/days.ts';
import { signals } from '#contract/reports/signals.ts';
import { needsOf } from '#contract/rights.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SEES_SIGNALS } from './screens.ts';

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
const today = todayIn('Europe/Kyiv');
const user = userEvent.setup();
const owner = () => farm.client.owner;

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
});

interface Found {
  rule?: string;
  kind?: string;
  subject?: number;
  name: string;
  money: number | null;
  over?: boolean;
  state?: string;
}

/** Inserts a signal like the server does. */
async function find({
  rule = 'days_left',
  kind = 'ingredient',
  subject = 1,
  name,
  money,
  over = false,
  state = 'new',
}: Found): Promise<number> {
  const db = api.database.acrossClients();
  const { rows } = await sql<{ id: number }>`
    insert into signal (client_id, farm_id, rule, subject_kind, subject_id, subject_name, value, bound, target, kg, money, since, last_seen, over, found_at, state)
    values (${farm.client.id}, ${farm.farm}, ${rule}, ${kind}, ${subject}, ${name}, 2.5, 1.25, 0, 140, ${money}, ${addDays(today, -4)}, ${today}, ${over}, now(), ${state})
    returning id::int as id`.execute(db);
  return rows[0]!.id;
}
const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const stored = async (id: number) => (await owner().get(`manager/signals/${id}/`)).data;
const getText = (node: HTMLElement) => node.textContent?.replaceAll(/\s/gu, ' ') ?? '';

test('open signals are listed by their money, and closed ones on request', async () => {
  await find({ name: 'Hay', money: 40 });
  await find({ name: 'Silage', money: 900, subject: 2, state: 'seen' });
  await find({ name: 'Meal', money: null, subject: 3 });
  await find({ name: 'Straw', money: 5000, subject: 4, state: 'done' });
  await renderScreen('reports/signals');
  await findRow('Silage');
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => /Hay|Silage|Meal|Straw/.exec(getText(row))?.[0]);
  expect(names()).toEqual(['Silage', 'Hay', 'Meal']);
  await user.click(screen.getByRole('combobox', { name: 'Open' }));
  await user.click(await screen.findByRole('option', { name: 'All' }));
  await findRow('Straw');
  expect(names()).toEqual(['Straw', 'Silage', 'Hay', 'Meal']);
});

test('a click marks a signal as seen; closing asks for a note, which stays if sending fails', async () => {
  const id = await find({ name: 'Hay', money: 40 });
  await renderScreen(`reports/signals/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Seen' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ state: 'seen', note: '' }));
  await user.click(await screen.findByRole('button', { name: 'Fixed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Fixed: Hay' }));
  await user.click(dialog.getByRole('button', { name: 'Fixed' }));
  expect(await dialog.findByText('This field is required')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'What was done?' }), 'Ordered a load');
  server.use(http.put('*/api/manager/signals/*', () => HttpResponse.error(), { once: true }));
  await user.click(dialog.getByRole('button', { name: 'Fixed' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Ordered a load');
  expect(await stored(id)).toMatchObject({ state: 'seen' });
  await user.click(dialog.getByRole('button', { name: 'Fixed' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ state: 'done', note: 'Ordered a load' }));
  // The author is shown next to the note.
  expect(await screen.findByText('Ordered a load')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Fixed', pressed: true })).toBeTruthy();
});

test('all filtered signals are closed with one note, but not those that appear meanwhile', async () => {
  const short = [await find({ name: 'Hay', money: 40 }), await find({ name: 'Silage', money: 900, subject: 2, state: 'seen' })];
  const others = [await find({ rule: 'mixing_time', kind: 'mixer', name: 'Red mixer', money: 9, subject: 3 })];
  await find({ name: 'Straw', money: 5000, subject: 4, state: 'done' });
  await renderScreen('reports/signals?rule=days_left');
  await user.click(await screen.findByRole('button', { name: 'Close all 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close all 2' }));
  others.push(await find({ name: 'Meal', money: 70, subject: 5 }));
  await user.click(dialog.getByRole('button', { name: 'Close all 2' }));
  expect(await dialog.findByText('This field is required')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Fixed' }));
  await user.type(dialog.getByRole('textbox', { name: 'What was done?' }), 'New supplier');
  server.use(http.post('*/api/manager/signals/close/', () => HttpResponse.error(), { once: true }));
  await user.click(dialog.getByRole('button', { name: 'Close all 2' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('New supplier');
  await user.click(dialog.getByRole('button', { name: 'Close all 2' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const id of short) expect(await stored(id)).toMatchObject({ state: 'done', note: 'New supplier' });
  for (const id of others) expect(await stored(id)).toMatchObject({ state: 'new' });
});

test('a second user sees the first one’s note, and nothing is overwritten', async () => {
  const id = await find({ name: 'Hay', money: 40 });
  await renderScreen(`reports/signals/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Explain' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Mine');
  const { version } = await stored(id);
  await owner().put(`manager/signals/${id}/`, { state: 'done', note: 'Theirs', version });
  await user.click(dialog.getByRole('button', { name: 'Explain' }));
  await user.click(await dialog.findByRole('button', { name: 'Look at both' }));
  expect((await dialog.findByRole('row', { name: /Mine/ })).textContent).toContain('MineTheirs');
  expect(dialog.getByRole('row', { name: /^State/ }).textContent).toContain('ExplainedFixed');
  expect(await stored(id)).toMatchObject({ state: 'done', note: 'Theirs' });
});

test('its report opens with the same days, farm and subject', async () => {
  const id = await find({ rule: 'loading_bias', kind: 'operator', subject: 7, name: 'Ann', money: 40 });
  await renderScreen(`reports/signals/${id}`);
  const link = await screen.findByRole('link', { name: 'Open the report: Operators' });
  const [path, query] = link.getAttribute('href')!.split('?');
  expect(path).toBe('/app/reports/operators');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    farm: String(farm.farm),
    planned_on_after: addDays(today, -18),
    planned_on_before: today,
    worker: '7',
  });
});

test('a user who may only read reports can read signals but not close them', async () => {
  const id = await find({ name: 'Hay', money: 40 });
  const group = await make(owner(), 'perm/groups/', { name: 'Readers', permissions: permissionsOf({ 'manger.dashboard': 'v' }) });
  const reader = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(reader.caller.token);
  await renderScreen(`reports/signals/${id}`);
  expect(await screen.findByRole('heading', { name: 'Hay' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
});

test('home shows a manager the number of signals and the three most expensive ones', async () => {
  for (const [at, name] of ['Hay', 'Silage', 'Meal', 'Straw'].entries()) await find({ name, money: 100 * (at + 1), subject: at + 1 });
  await find({ name: 'Gone', money: 9000, subject: 9, over: true });
  const group = await make(owner(), 'perm/groups/', { name: 'Managers', permissions: permissionsOf(ACCESS_PRESETS.manager) });
  const manager = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(manager.caller.token);
  await renderScreen('companies');
  await user.click(await screen.findByRole('button', { name: /Show \d+ more/ }));
  const block = within(await screen.findByRole('region', { name: 'Signals: 4' }));
  expect((await block.findAllByRole('listitem')).map((item) => /Hay|Silage|Meal|Straw/.exec(getText(item))?.[0])).toEqual([
    'Straw',
    'Meal',
    'Silage',
  ]);
  // The list behind the link has as many signals as the heading names.
  const list = block.getByRole('link', { name: 'All signals' }).getAttribute('href') ?? '';
  document.body.replaceChildren();
  await renderScreen(list.replace('/app/', ''));
  for (const name of ['Straw', 'Meal', 'Silage', 'Hay']) expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Gone')).toBeNull();
  expect(screen.getByRole('button', { name: 'Close all 4' })).toBeTruthy();
});

test('the screens require the rights of the contract', () => {
  const rights = (needs: readonly object[]) => [...new Set(needs.map((need) => JSON.stringify(need)))].sort();
  expect(rights(SEES_SIGNALS)).toEqual(rights(needsOf(signals, 'view')));
});
