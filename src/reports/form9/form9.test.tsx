import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { monthRange } from '#contract/periods.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { TestWorker } from '#tests/support/export-worker.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';

// A form of Ukrainian bookkeeping.

let api: TestApi;
let owner: Caller;
let farm: { id: number; timezone: string; company_name: string };

beforeAll(async () => {
  ({ api } = await startBehind('tiny'));
  owner = await api.signIn('owner@manger.test');
  farm = (await owner.get('manager/farms/dashboard/')).data[0];
});
afterAll(stopBehind);
beforeEach(() => signInAs(owner.token));
afterEach(() => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a month has its own days', () => {
  expect([monthRange('2026-02'), monthRange('2028-02'), monthRange('2026-12')]).toEqual([
    { after: '2026-02-01', before: '2026-02-28' },
    { after: '2028-02-01', before: '2028-02-29' },
    { after: '2026-12-01', before: '2026-12-31' },
  ]);
});

test('blank and groups must be selected', async () => {
  const user = userEvent.setup();
  // A deleted form template, and no groups: nothing is chosen automatically.
  await renderReport(`reports/additional/form9?farm=${farm.id}&blank=999999&group=`);
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  expect(await screen.findByText('A form template must be selected')).toBeTruthy();
  expect(screen.getByText('Animal groups must be selected')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'PDF' }).disabled).toBe(true);
});

test('shows the statement in the words of the template, and saves it as a PDF', async () => {
  const today = todayIn(farm.timezone);
  const found = await owner.get<ReportData>(
    `report/form9/make/?farm=${farm.id}&planned_on_after=${addDays(today, -40)}&planned_on_before=${today}`,
  );
  const [row] = found.data.rows;
  const month = String(row!.day).slice(0, 7);
  const { after, before } = monthRange(month);
  const answer = await owner.get<ReportData>(
    `report/form9/make/?farm=${farm.id}&group=${row!.group_id}&planned_on_after=${after}&planned_on_before=${before}`,
  );
  const blank = await owner.post('report/additional/', {
    farm: farm.id,
    kind: 'blank',
    name: 'For the books',
    report_type: 'form9',
    header: { accountant: 'Olena Invented' },
    template: { headings: { title: 'Feed used by the group' }, order: [], accounts: {} },
  });
  expect(blank.status).toBe(201);

  await renderReport(`reports/additional/form9?farm=${farm.id}&blank=${blank.data.id}&month=${month}&group=${row!.group_id}`);
  const shown = await screen.findByRole('region', { name: `Feed used by the group: ${row!.group}` });
  expect(within(shown).getByText(farm.company_name)).toBeTruthy();
  expect(within(shown).getByText(/Olena Invented/)).toBeTruthy();
  expect(shown.querySelectorAll('tbody tr')).toHaveLength(answer.data.rows.length);
  const feeds = answer.data.columns.filter(({ key }) => key.startsWith('ingredient_')).map(({ label }) => label);
  const heads = [...shown.querySelectorAll('thead tr:first-child th')].map((cell) => cell.textContent);
  expect(heads).toEqual(['Date', 'Heads', ...feeds, 'Total of the day']);

  const saved: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:statement';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('Worker', TestWorker);
  await userEvent.setup().click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]!.type).toBe('application/pdf');
  expect(saved[0]!.size).toBeGreaterThan(5000);
});

test('filters are saved under a name in the report’s bar and can be opened from the list', async () => {
  const user = userEvent.setup();
  const day = '2026-03-05';
  await renderReport(`reports/planfeed?farm=${farm.id}&planned_on_after=${day}&planned_on_before=${day}`);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  await user.type(await screen.findByLabelText('Name'), 'The fifth of March');
  await user.click(screen.getByRole('button', { name: 'Save the filters' }));
  const saved = async () => {
    const { data } = await owner.get<{ name: string }[]>('report/additional/?kind=filter');
    return data.filter(({ name }) => name === 'The fifth of March');
  };
  await waitFor(async () => expect(await saved()).toHaveLength(1));
  expect((await saved())[0]).toMatchObject({
    report_type: 'planfeed',
    filters: { farm: [String(farm.id)], planned_on_after: day, planned_on_before: day },
  });

  const { router, params } = await renderReport('reports/additional');
  await user.click(await screen.findByText('The fifth of March'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/reports/planfeed'));
  expect([params().get('farm'), params().get('planned_on_after'), params().get('planned_on_before')]).toEqual([String(farm.id), day, day]);
});
