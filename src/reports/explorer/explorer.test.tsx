import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Caller } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';

let owner: Caller;
let days: string;

beforeAll(async () => {
  const { api } = await startBehind('tiny');
  owner = await api.signIn('owner@manger.test');
  const [farm] = (await owner.get('manager/farms/dashboard/')).data;
  const today = todayIn(farm.timezone);
  days = `farm=${farm.id}&planned_on_after=${addDays(today, -6)}&planned_on_before=${today}`;
});
afterAll(stopBehind);
beforeEach(() => signInAs(owner.token));
afterEach(() => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
});

const heads = () => [...document.querySelectorAll('.ag-header-cell')].map((cell) => cell.getAttribute('col-id'));
const standing = (...columns: string[]) => waitFor(() => expect(heads()).toEqual(expect.arrayContaining(columns)), { timeout: 30_000 });

test('a fixed report leads to its own cut, with its filters', async () => {
  const user = userEvent.setup();
  const { params, router } = await renderReport(`reports/additional/upload_groups?${days}`);
  await user.click(await screen.findByRole('link', { name: 'Відкрити в досліднику' }, { timeout: 30_000 }));
  await standing('group', 'delivered', 'cost');
  expect(router.state.location.pathname).toBe('/app/reports/explorer');
  expect(params().get('row')).toBe('group');
  expect(days).toContain(`planned_on_after=${params().get('planned_on_after')}`);
}, 60_000);
