import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { applyMessage } from '#src/core/api/events.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';

const FAR = 'America/New_York';
let api: TestApi;
let server: SetupServer;
let owner: Caller;
let farm: { id: number; name: string; timezone: string; company: number };
/** Another farm in the same timezone, and one in another. */
let near: { id: number; name: string };
let far: { id: number; name: string };
let group: number;
let refused: string[] = [];
const user = userEvent.setup();

beforeAll(async () => {
  ({ api, server } = await startBehind('tiny'));
  owner = await api.signIn('owner@manger.test');
  farm = (await owner.get('manager/farms/dashboard/')).data[0];
  const another = async (name: string, timezone: string) => ({
    id: (await make(owner, 'manager/farms/', { company: farm.company, name, timezone })).id,
    name,
  });
  near = await another('Ячна поруч', farm.timezone);
  far = await another('Яр далекий', FAR);
  group = (await owner.get(`manager/groups/list/?farm=${farm.id}`)).data[0].id;
  server.events.on('response:mocked', ({ request, response }) => {
    if (response.status >= 400) refused.push(`${response.status} ${new URL(request.url).pathname}`);
  });
});
afterAll(stopBehind);
beforeEach(async () => {
  refused = [];
  await signInAs(owner.token);
});
afterEach(() => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
});

const today = () => todayIn(farm.timezone);
const grid = () => screen.findByRole('button', { name: 'Filter' });
const narrowed = () =>
  `reports/planfeed?farm=${farm.id}&planned_on_after=2026-01-05&planned_on_before=2026-01-06&group=${group}&price_basis=today`;
// Queries by role are slow while a report is rendered.
const chosenFarms = () => document.querySelector('[aria-label^="Farm: "]')?.getAttribute('aria-label');
/** Renders the report of the address, and waits for its farms. */
const renderNarrowed = async () => {
  const shown = await renderReport(narrowed());
  await waitFor(() => expect(chosenFarms()).toContain(farm.name));
  await screen.findByText(/^Group: /);
  expect(shown.params().get('planned_on_after')).toBe('2026-01-05');
  return shown;
};
const chooseFarm = async (name: string) => {
  await user.click(await screen.findByRole('button', { name: /^Farm:/ }));
  const panel = await screen.findByRole('group', { name: 'Farm' });
  await user.click(within(panel).getByRole('checkbox', { name }));
};

test('another farm resets the other filters, except the days and the way of calculation', async () => {
  const { params } = await renderNarrowed();
  await chooseFarm(near.name);
  await waitFor(() => expect(params().getAll('farm')).toEqual([String(farm.id), String(near.id)]));
  expect(params().has('group')).toBe(false);
  expect(params().get('planned_on_after')).toBe('2026-01-05');
  expect(params().get('price_basis')).toBe('today');
});

test('another timezone resets all filters, including the days', async () => {
  const { params } = await renderNarrowed();
  await chooseFarm(far.name);
  await waitFor(() => expect(chosenFarms()).toContain(far.name));
  const box = within(screen.getByRole('group', { name: 'Farm' })).getByRole('checkbox', { name: farm.name });
  await user.click(box);
  await waitFor(() => expect(params().getAll('farm')).toEqual([String(far.id)]));
  const today = todayIn(FAR);
  expect([params().get('planned_on_after'), params().get('planned_on_before')]).toEqual([today, today]);
  expect([...params().keys()].sort()).toEqual(['farm', 'planned_on_after', 'planned_on_before']);
});

test('when the farm’s timezone is changed, the filters are reset', async () => {
  const { params } = await renderNarrowed();
  await owner.put(`manager/farms/${farm.id}/`, { timezone: FAR });
  applyMessage({ event: 'message', data: '{"resource":"farms","ids":[1]}' });
  await waitFor(() => expect(params().get('planned_on_after')).toBe(todayIn(FAR)));
  expect(params().has('group')).toBe(false);
  await owner.put(`manager/farms/${farm.id}/`, { timezone: farm.timezone });
});

test.each([
  ['planfeed', ['Animal type', 'Group', 'Ration', 'Mixer', 'Operator', 'Feeding period']],
  ['inout', ['Store', 'Ingredient']],
])('a person who may only see %s filters it by all of its fields', async (report, filters) => {
  const accountant = await api.signIn('accountant@manger.test');
  await signInAs(accountant.token);
  await renderReport(`reports/${report}`);
  await grid();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  for (const filter of filters) {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${filter}`) }));
    const panel = await screen.findByRole('group', { name: filter });
    await waitFor(() => expect(within(panel).getAllByRole('checkbox').length, filter).toBeGreaterThan(0));
    await user.click(screen.getByRole('button', { name: filter }));
  }
  expect(refused).toEqual([]);
});

test('an animal type added elsewhere is offered at once', async () => {
  await renderReport('reports/planfeed');
  await grid();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: /^Animal type/ }));
  await screen.findByRole('group', { name: 'Animal type' });
  expect(screen.queryByRole('checkbox', { name: 'Буйволи' })).toBeNull();
  await make(owner, 'manager/animaltypes/', { name: 'Буйволи' });
  applyMessage({ event: 'message', data: '{"resource":"animaltypes","ids":[1]}' });
  expect(await screen.findByRole('checkbox', { name: 'Буйволи' })).toBeTruthy();
});

test('a report for which a week is too short uses its own default days, and the next report keeps the former ones', async () => {
  const week = `planned_on_after=${addDays(today(), -7)}&planned_on_before=${addDays(today(), -1)}`;
  const first = await renderReport(`reports/planfeed?farm=${farm.id}&${week}`);
  await waitFor(() => expect(chosenFarms()).toContain(farm.name));
  await first.router.navigate('/app/reports/budget');
  await waitFor(() => expect(first.params().get('planned_on_after')).toBe(`${addDays(today(), -1).slice(0, 4)}-01-01`));
  expect(first.params().get('planned_on_before')).toBe(addDays(today(), -1));
  await first.router.navigate('/app/reports/inout');
  await waitFor(() => expect(first.params().get('planned_on_after')).toBe(addDays(today(), -7)));
});
