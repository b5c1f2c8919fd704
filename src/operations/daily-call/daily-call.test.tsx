import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import type { CallProposal } from '#contract/operations/daily-call.ts';
import { online } from '#src/core/api/network.ts';
import { flush } from '#src/operations/recording/queue.ts';
import type { GroupWord } from '#src/operations/recording/waiting-words.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { withWords } from './queries.ts';

const entries = new Map<string, unknown>();
vi.mock('#src/operations/recording/device.ts', () => ({
  device: {
    get: async (key: string) => entries.get(key),
    async change(key: string, how: (value: unknown) => unknown, beside: ReadonlyMap<string, unknown>) {
      const next = how(entries.get(key));
      entries.set(key, next);
      for (const [name, value] of beside) entries.set(name, value);
      return next;
    },
  },
}));

let api: TestApi;
let server: Awaited<ReturnType<typeof startBehind>>['server'];
let farm: ReadyFarm;
let today: string;
const user = userEvent.setup();
const owner = () => farm.client.owner;

beforeAll(async () => {
  ({ api, server } = await startBehind());
  today = todayIn('Europe/Kyiv');
});
afterAll(stopBehind);
beforeEach(async () => {
  entries.clear();
  farm = await makeReadyFarm(api);
  await makeSchedule(farm, today, { groups: [{ group: farm.cowsGroup, weight_per_head: 40 }] });
  await signInAs(owner().token);
});

const open = (rest = '/bunks') => renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning${rest}`);
const tapScore = async (score: string) => user.click(await screen.findByRole('radio', { name: score }));
const scores = async () => (await owner().get(`manager/bunkscores/?farm=${farm.farm}`)).data;
const weight = async () => (await owner().get(`schedule/schedules/?farm=${farm.farm}&planned_on=${today}`)).data[0].weight_plan;

test('a tap scores a bunk, the rules propose a call, and one more tap confirms it', async () => {
  await open();
  await user.click(await screen.findByRole('button', { name: 'Set up the rules' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Save|Add|Create/ }));
  await expect.poll(async () => (await owner().get('manager/callrules/')).data[0]?.rows.length).toBe(6);
  await tapScore('0');
  await expect.poll(scores).toMatchObject([{ group: farm.cowsGroup, day: today, score: 0 }]);
  expect(await screen.findByText(/By the rules: \+5\s?%/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /Feed 4,200/ }));
  await expect.poll(weight).toBe(4200);
  expect(await screen.findByText(/Called \+5\s?%: 4,200/)).toBeTruthy();
});

test('a score entered offline is stored on the phone, with its proposal, and is sent once later', async () => {
  const rows = [{ score: 3, percent: -10 }];
  await make(owner(), 'manager/callrules/', { farm: farm.farm, rows });
  await open();
  await screen.findByRole('radio', { name: '3' });
  server.use(http.put('*/api/*', () => HttpResponse.error()));
  await tapScore('1');
  await tapScore('3');
  expect(await screen.findByText(/By the rules: −10\s?%/)).toBeTruthy();
  await expect.poll(() => entries.get('reports')).toMatchObject([{ kind: 'bunkscores', body: { score: 3 } }]);
  expect(await scores()).toEqual([]);
  server.resetHandlers();
  online.set(true);
  await flush();
  await expect.poll(scores).toMatchObject([{ score: 3 }]);
});

test('a refusal of the server is shown with its group, and can be discarded', async () => {
  await open();
  const more = await screen.findByRole('button', { name: 'More' });
  await owner().put(`schedule/schedules/${(await owner().get(`schedule/schedules/?farm=${farm.farm}`)).data[0].id}/load/`, {
    status: 'in_process',
  });
  await user.click(more);
  await user.click(await screen.findByRole('button', { name: /Feed 4,040/ }));
  const told = await screen.findByRole('alert');
  await user.click(within(told).getByRole('button', { name: 'Discard what was recorded' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(await weight()).toBe(4000);
});

test('the walk is reached from the leftovers, by one line', async () => {
  await open('/leftovers');
  expect((await screen.findByRole('link', { name: /Score the bunks/ })).getAttribute('href')).toMatch(/planning\/bunks$/);
});

test('a waiting score replaces the server’s value, unlike a refused score', () => {
  const known = {
    group: 7,
    score: 1,
    percent: null,
    held: null,
    percent_before: 0,
    percent_two_before: 0,
    weight_base: 4000,
    weight_plan: 4000,
    call: null,
  } as unknown as CallProposal;
  const word = (part: object, refused?: object) =>
    ({ kind: 'score' in part ? 'bunkscores' : 'calls', body: { group: 7, day: '2026-03-10', ...part }, refused }) as unknown as GroupWord;
  expect(withWords(known, [word({ score: 3 }), word({ percent: 5 })], null)).toMatchObject({
    score: 3,
    weight_plan: 4200,
    call: { percent: 5 },
  });
  expect(withWords(known, [word({ score: 3 }, { code: 1 })], null)).toEqual(known);
});

test('the editor shows a feeding with its call, and the group’s details list scores and calls', async () => {
  await make(owner(), 'manager/callrules/', { farm: farm.farm, rows: [{ score: 0, percent: 5 }] });
  await make(owner(), 'manager/bunkscores/', { group: farm.cowsGroup, day: today, score: 0.5 });
  await make(owner(), 'manager/calls/', { group: farm.cowsGroup, day: today, percent: 5, reason: 'спека' });
  await open('');
  await user.click(await screen.findByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Called \+5\s?%: 4,200/)).toBeTruthy();
  const perHead = dialog.getByLabelText(/^Per head/);
  await user.clear(perHead);
  await user.type(perHead, '20');
  expect(await dialog.findByText(/Called \+5\s?%: 2,100/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(weight).toBe(2100);

  const { name } = (await owner().get(`manager/groups/${farm.cowsGroup}/`)).data;
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/animal-groups`);
  await user.click(await screen.findByRole('button', { name }));
  const row = within(await screen.findByRole('table', { name: 'Daily calls' })).getByRole('row', { name: /спека/ });
  expect(row.textContent).toMatch(/½\+5\s?%спека/);
});

test('a farm’s own scale takes four clicks and its labels; a bunk then takes one tap on a label', async () => {
  await open();
  await user.click(await screen.findByRole('button', { name: 'Set up the rules' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Scale' }));
  await user.click(await screen.findByRole('option', { name: 'Own labels' }));
  for (const [index, label] of ['Slick', 'Right', 'Feed left'].entries()) {
    await user.type(dialog.getAllByRole('textbox', { name: 'Label' })[index]!, label);
  }
  await user.click(dialog.getByRole('button', { name: /Save|Add$|Create/ }));
  await expect.poll(async () => (await owner().get('manager/callrules/')).data[0]?.scale).toBe('own');
  await tapScore('Feed left');
  await expect.poll(scores).toMatchObject([{ group: farm.cowsGroup, score: 2, label: 'Feed left' }]);
  expect(await screen.findByText(/By the rules: −5\s?%/)).toBeTruthy();
});

test('an own scale in which every score changes the feed isn’t sent', async () => {
  await open();
  await user.click(await screen.findByRole('button', { name: 'Set up the rules' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Scale' }));
  await user.click(await screen.findByRole('option', { name: 'Own labels' }));
  await user.type(dialog.getAllByRole('textbox', { name: 'Label' })[1]!, 'Right');
  const neutral = within(dialog.getByRole('group', { name: 'Right' }));
  await user.click(neutral.getByRole('button', { name: 'More' }));
  await user.click(dialog.getByRole('button', { name: /Save|Add$|Create/ }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/leave the feed as it is/);
  expect((await owner().get('manager/callrules/')).data).toEqual([]);
});
