import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
const user = userEvent.setup();

/** As the calendar names it. */
const dayLabel = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day));

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('a leftover shows its destination: another group, whose next feeding is loaded with less feed, or a sale at a price', async () => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const today = todayIn('Europe/Kyiv');
  const { id } = await makeSchedule(farm, addDays(today, -1), { groups: [{ group: farm.cowsGroup, weight_per_head: 10 }] });
  for (const status of ['in_process', 'loaded']) await owner.put(`schedule/schedules/${id}/load/`, { status, items: [] });
  const given = [{ group: farm.cowsGroup, weight_fact: 1000 }];
  for (const status of ['out_process', 'uploaded']) await owner.put(`schedule/schedules/${id}/upload/`, { status, groups: given });
  const next = await makeSchedule(farm, today, { groups: [{ group: farm.heifers, weight_per_head: 20 }] });
  await make(owner, 'leftovers/leftovers/', { farm: farm.farm, group: farm.cowsGroup, date: today, weight: 100 });
  const { name } = (await owner.get(`manager/groups/${farm.heifers}/`)).data;
  await signInAs(owner.token);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning/leftovers`);

  const choose = async (from: string, to: string) => {
    await user.click(await screen.findByRole('button', { name: `Where it goes: ${from}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Where it goes' }));
    await user.click(await screen.findByRole('option', { name: to }));
    return dialog;
  };
  const first = await choose('Thrown away', name);
  expect(first.getByText(/Goes first into the group’s next feeding/)).toBeTruthy();
  await user.type(first.getByLabelText('Leftovers refed'), '60');
  await user.click(first.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: `Where it goes: → ${name}` });
  const stored = async () => (await owner.get(`leftovers/leftovers/?farm=${farm.farm}`)).data[0];
  expect(await stored()).toMatchObject({ to: { group: farm.heifers }, refed: 60, feeding: next.id });
  expect((await owner.get(`schedule/schedules/${next.id}/`)).data).toMatchObject({ refed: 60, fresh_weight: 940 });

  // From tomorrow on: today's feeding gives it back.
  const later = await choose(`→ ${name}`, name);
  const tomorrow = addDays(today, 1);
  await user.click(later.getByRole('button', { name: /^Fed from/ }));
  await user.click(await screen.findByRole('button', { name: dayLabel(tomorrow) }));
  await user.click(later.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await stored()).toMatchObject({ refed_on: tomorrow, feeding: null }));

  const second = await choose(`→ ${name}`, 'Sold');
  await user.type(second.getByLabelText('Sold at'), '0.75');
  await user.click(second.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Where it goes: Sold' });
  expect(await stored()).toMatchObject({ to: 'sold', price: 0.75, refed: null });
});
