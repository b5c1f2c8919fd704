import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
let feeding: number;
const user = userEvent.setup();
const home = () => screen.findByRole('region', { name: 'Home' });
const block = async (name: string | RegExp) => within(await home()).findByRole('region', { name });

beforeAll(async () => {
  ({ api, server } = await startBehind());
  farm = await makeReadyFarm(api);
});
afterAll(stopBehind);
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
  document.body.replaceChildren();
});

test('whoever sets a client up has the first steps, and no day yet', async () => {
  await signInAs(farm.client.owner.token);
  await renderScreen('companies');
  expect(await screen.findByRole('heading', { name: 'First steps' })).toBeTruthy();
  await screen.findByRole('button', { name: /^Company \d+$/ });
  expect(screen.queryByRole('region', { name: 'Home' })).toBeNull();
});

test('a feeder goes on with the next load by one press', async () => {
  const today = todayIn('Europe/Kyiv');
  feeding = (await makeSchedule(farm, today)).id;
  const rest = await makeSchedule(farm, today);
  const group = await make(farm.client.owner, 'perm/groups/', { name: 'Feeders', permissions: permissionsOf(ACCESS_PRESETS.feeder) });
  const feeder = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(feeder.caller.token);
  await renderScreen('companies');
  const next = await block('Next load');
  const record = (id: number) => `/app/companies/${farm.company}/farms/${farm.farm}/planning/${id}/record`;
  expect((await within(next).findByRole('link', { name: 'Load' })).getAttribute('href')).toBe(record(feeding));
  const later = within(next).getByRole('list', { name: 'The rest of today' });
  expect(
    within(later)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([record(rest.id)]);
  // Of what feeding costs they see nothing.
  expect(
    within(await home())
      .getAllByRole('region')
      .map((one) => one.getAttribute('aria-labelledby')).length,
  ).toBe(2);
});

test('a block that fails says so by itself: the others and the list stand', async () => {
  const db = api.database.acrossClients();
  await sql`update schedule set status = 'uploaded', planned_on = planned_on where id = ${feeding}`.execute(db);
  server.use(http.get('*/api/report/home/cost/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await signInAs(farm.client.owner.token);
  await renderScreen('companies');
  const wrong = await block('Needs attention');
  // Parts that are not on the owner's board wait until somebody turns to them.
  await user.click(await within(await home()).findByRole('button', { name: /^Show more|^Show \d+ more/ }));
  const cost = await block('Feed cost');
  const again = await within(cost).findByRole('button', { name: 'Try again' });
  expect((await within(wrong).findByRole('link', { name: 'Full report' })).getAttribute('href')).toContain(
    `planned_on_before=${addDays(todayIn('Europe/Kyiv'), -1)}`,
  );
  expect(screen.getByRole('button', { name: /^Company \d+$/ })).toBeTruthy();
  await user.click(again);
  expect(await within(cost).findByText('No feeding is recorded for these days')).toBeTruthy();
  expect(await block(/^Month close/)).toBeTruthy();
});

test('an owner has the board of the role as home, with the day and the person in its title', async () => {
  await signInAs(farm.client.owner.token);
  await renderScreen('companies');
  const region = within(await home());
  expect(await screen.findByRole('heading', { level: 1, name: /^\w{3} \d.*\d{4} · / })).toBeTruthy();
  expect((await region.findByRole('link', { name: 'Owner' })).getAttribute('href')).toBe('/app/reports/boards/owner');
  expect(await region.findByText('Cost per head and day')).toBeTruthy();
  // One farm has no other farm to be compared with.
  expect(region.queryByRole('region', { name: 'Farms' })).toBeNull();
  expect(screen.getByRole('button', { name: /^Company \d+$/ })).toBeTruthy();
  const list = (await screen.findByRole('heading', { level: 2, name: 'Companies' })).closest('details');
  expect(list?.open).toBe(false);
});

test('headline figures draw their course and lead to their report', async () => {
  const days = Array.from({ length: 60 }, (_, index) => addDays('2026-09-30', index));
  const filters = { farm: [farm.farm], planned_on_after: days[30], planned_on_before: days[59] };
  const base = { planned_on_after: days[0], planned_on_before: days[29], days: 60, days_with_facts: 30, coverage: 100, reason: null };
  const values = days.filter((_, index) => index !== 10).map((day, index) => ({ day, value: 100 + (index % 7) }));
  const figure = { report: 'dashboard', filters, key: 'cost_per_head', value: 103, previous: 100, base, days: values };
  server.use(http.get('*/api/report/home/trends/', () => HttpResponse.json({ data: { figures: [figure] } }), { once: true }));
  const group = await make(farm.client.owner, 'perm/groups/', { name: 'Books', permissions: permissionsOf(ACCESS_PRESETS.accountant) });
  const reader = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(reader.caller.token);
  await renderScreen('companies');
  await user.click(await within(await home()).findByRole('button', { name: /^Show more|^Show \d+ more/ }));
  const trend = await within(await block('Last 30 days')).findByRole('link', { name: /Cost per head and day/ });
  expect(trend.textContent).toContain('+3.0%');
  expect(trend.getAttribute('href')).toContain(`reports/overview?farm=${farm.farm}&planned_on_after=${days[30]}`);
  const lines = within(trend).getByRole('img').querySelectorAll('path');
  // The day without a value interrupts the line of the period before.
  expect([...lines].map((line) => line.getAttribute('d')?.match(/M/g)?.length)).toEqual([2, 1]);
});

test('a disabled webhook is the first line of what needs attention, and leads to its page', async () => {
  const { owner } = farm.client;
  const url = 'https://hooks.test.example/feeding';
  const webhook = await make(owner, 'manager/webhooks/', { farm: farm.farm, url, events: ['delivery.created'] });
  await sql`update webhook set active = false, disabled_at = now(), disabled_reason = 'gone' where id = ${webhook.id}`.execute(
    api.database.forClient(farm.client.id),
  );
  await signInAs(owner.token);
  await renderScreen('companies');
  const [first] = await within(await block('Needs attention')).findAllByRole('listitem');
  const link = within(first!).getByRole('link', { name: /^Webhooks · Disabled: 1/ });
  expect(link.textContent).toContain(url);
  expect(link.getAttribute('href')).toBe(`/app/companies/${farm.company}/farms/${farm.farm}/keys?view=webhooks`);
});
