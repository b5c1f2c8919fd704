import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { periodRange } from '#contract/periods.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { SavedFilter } from '#src/core/report/saved/saved-filters.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, makeFarm, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';

const path = 'report/additional/';
let api: TestApi;
let client: TestClient;
let at: TestFarm;
let today: string;

beforeAll(async () => {
  ({ api } = await startBehind());
  client = await makeClient(api);
  at = await makeFarm(client.owner);
  const [farm] = (await client.owner.get('manager/farms/dashboard/')).data;
  today = todayIn(farm.timezone);
});
afterAll(stopBehind);
beforeEach(() => signInAs(client.owner.token));
afterEach(() => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
});

const savedAs = async (name: string): Promise<SavedFilter> => {
  const { data } = await client.owner.get<SavedFilter[]>(`${path}?kind=filter&search=${encodeURIComponent(name)}`);
  return data.find((row) => row.name === name)!;
};

/** Saves the current filters under a name, with the panel of saved filters. */
async function shareReport(name: string, days?: RegExp, button = 'Share'): Promise<SavedFilter> {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: button }));
  await user.type(await screen.findByLabelText('Name'), name);
  const panel = within(screen.getByRole('dialog'));
  if (days) await user.selectOptions(panel.getByLabelText('Days'), panel.getByRole('option', { name: days }));
  await user.click(screen.getByRole('button', { name: 'Save the filters' }));
  await waitFor(async () => expect(await savedAs(name)).toBeTruthy());
  return savedAs(name);
}
const shownDays = (params: URLSearchParams) => ({ after: params.get('planned_on_after'), before: params.get('planned_on_before') });

test('days of a preset are saved as a period, other days are saved unchanged', async () => {
  const range = periodRange('days_14', today);
  await renderReport(`reports/planfeed?farm=${at.farm}&planned_on_after=${range.after}&planned_on_before=${range.before}`);
  const moving = await shareReport('Moving');
  expect(moving.filters).toEqual({ farm: [String(at.farm)], period: 'days_14' });
  unmountReport();
  const days = { planned_on_after: '2026-01-05', planned_on_before: '2026-01-09' };
  await renderReport(`reports/planfeed?farm=${at.farm}&${new URLSearchParams(days)}`);
  expect((await shareReport('Standing')).filters).toEqual({ farm: [String(at.farm)], ...days });
});

test('an existing name can be overwritten with other filters', async () => {
  const user = userEvent.setup();
  const at1 = { planned_on_after: '2026-01-05', planned_on_before: '2026-01-09' };
  await renderReport(`reports/planfeed?farm=${at.farm}&${new URLSearchParams(at1)}`);
  const first = await shareReport('Replaced');
  unmountReport();
  const at2 = { planned_on_after: '2026-02-01', planned_on_before: '2026-02-03' };
  await renderReport(`reports/planfeed?farm=${at.farm}&${new URLSearchParams(at2)}`);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  await screen.findByRole('link', { name: 'Replaced' });
  await user.type(await screen.findByLabelText('Name'), 'Replaced');
  await user.click(await screen.findByRole('button', { name: 'Replace the saved filters' }));
  await waitFor(async () => expect(await savedAs('Replaced')).toMatchObject({ id: first.id, filters: at2 }));
});

test('a saved filter is opened from the list with today’s days, changed and opened again', async () => {
  const user = userEvent.setup();
  const days = { planned_on_after: '2026-01-05', planned_on_before: '2026-01-09' };
  await make(client.owner, path, {
    farm: at.farm,
    kind: 'filter',
    name: 'From list',
    report_type: 'planfeed',
    filters: { farm: [at.farm], ...days },
  });
  await renderReport('reports/additional');
  await user.click(await screen.findByRole('button', { name: 'Actions for From list' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit name and days' }));
  const modal = within(await screen.findByRole('dialog'));
  await user.selectOptions(modal.getByLabelText('Days'), 'Last month (moves along)');
  await user.click(modal.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await savedAs('From list')).filters).toEqual({ farm: [at.farm], period: 'last_month' }));
  expect(await screen.findByText('Last month (moves along)')).toBeTruthy();
  unmountReport();
  const { params } = await renderReport(`reports/planfeed?farm=${at.farm}&period=last_month`);
  await waitFor(() => expect(shownDays(params())).toEqual(periodRange('last_month', today)));
  expect(params().has('period')).toBe(false);
});

test('a form is saved with its template, and opens for the month that is current then', async () => {
  const blank = (await make(client.owner, path, { farm: at.farm, kind: 'blank', name: 'Statement', report_type: 'form9' })).id;
  await renderReport(`reports/additional/form9?farm=${at.farm}&blank=${blank}&month=${today.slice(0, 7)}&group=all`);
  const form = await shareReport('Monthly form', undefined, 'Saved filters');
  expect(form).toMatchObject({ report_type: 'form9', filters: { farm: [at.farm], blank: [blank], group: ['all'], period: 'this_month' } });
  expect((await shareReport('Form of one month', /^Always/, 'Saved filters')).filters.month).toBe(today.slice(0, 7));
});
