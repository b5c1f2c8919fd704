import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Caller } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';

configure({ asyncUtilTimeout: 30_000 });

let owner: Caller;
let farm: { id: number; timezone: string };

beforeAll(async () => {
  const { api } = await startBehind('tiny');
  owner = await api.signIn('owner@manger.test');
  farm = (await owner.get('manager/farms/dashboard/')).data[0];
});
afterAll(stopBehind);
beforeEach(() => signInAs(owner.token));
afterEach(() => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
});

test('begins with the last seven whole days; a comparison is chosen, shown, and goes along to the next report with farm and days', async () => {
  const user = userEvent.setup();
  const today = todayIn(farm.timezone);
  const { router, params } = await renderReport('reports/planfeed');
  await waitFor(() => expect(params().get('planned_on_before')).toBe(addDays(today, -1)));
  expect(params().get('planned_on_after')).toBe(addDays(today, -7));

  await router.navigate(
    `/app/reports/planfeed?farm=${farm.id}&planned_on_after=${addDays(today, -3)}&planned_on_before=${addDays(today, -2)}`,
  );
  await user.click(await screen.findByRole('button', { name: /Порівняти з/ }));
  await user.click(await screen.findByRole('button', { name: /тими самими днями торік/ }));
  await waitFor(() => expect(params().getAll('compare_with')).toEqual(['last_year']));
  // The days before could be compared with; of a year before there is nothing.
  expect((await screen.findAllByText('немає з чим порівняти')).length).toBeGreaterThan(0);

  const { farm: farms, ...rest } = Object.fromEntries(params());
  await router.navigate('/app/reports/inout');
  await waitFor(() => expect(Object.fromEntries(params())).toEqual({ farm: farms, ...rest }));
  // A link that names its days is as it was when it was passed on.
  await router.navigate(`/app/reports/inout?farm=${farm.id}&planned_on_after=2026-01-01&planned_on_before=2026-01-02`);
  await waitFor(() => expect(params().get('planned_on_after')).toBe('2026-01-01'));
  expect(params().has('compare_with')).toBe(false);
});
