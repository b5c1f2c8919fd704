import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { applyMessage } from '#src/core/api/events.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { keepLanguage } from '#src/core/i18n/languages.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';
import { reportsScreens } from './index.ts';

// Parts of the program come when they are first needed, which takes longer than the default allows.
// Events run as in a browser: within act(), React leaves a transition that waits for such a part unfinished.

let api: TestApi;
let server: SetupServer;
let owner: Caller;
let farm: { id: number; name: string; timezone: string };

beforeAll(async () => {
  ({ api, server } = await startBehind('tiny'));
  owner = await api.signIn('owner@manger.test');
  farm = (await owner.get('manager/farms/dashboard/')).data[0];
});
afterAll(stopBehind);
beforeEach(() => {
  keepLanguage('en');
  return signInAs(owner.token);
});
afterEach(() => {
  vi.restoreAllMocks();
  unmountReport();
  server.resetHandlers();
  queryClient.clear();
  localStorage.clear();
});

const findCells = (key: string) => [...document.querySelectorAll(`[row-index]:not([row-index^="b-"]) [role="gridcell"][col-id="${key}"]`)];
const grid = () => waitFor(() => expect(document.querySelector('.ag-row')).not.toBeNull());

test('opens with the farm and the last seven whole days there, all of it in the address', async () => {
  const { params } = await renderReport('reports/planfeed');
  await grid();
  const today = todayIn(farm.timezone);
  expect(params().get('farm')).toBe(String(farm.id));
  expect(params().get('planned_on_before')).toBe(addDays(today, -1));
  expect(params().get('planned_on_after')).toBe(addDays(today, -7));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Feeding plan');
});

test('days that exceed the max number of columns are refused in words, with that number', async () => {
  await renderReport(`reports/additional/inout_new?farm=${farm.id}&planned_on_after=2025-01-01&planned_on_before=2025-12-31`);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('This can’t be shown as askedThe range is at most 92 days');
});

test('shows what the server answers to the filters of the address', async () => {
  const today = todayIn(farm.timezone);
  const asked = `farm=${farm.id}&planned_on_after=${today}&planned_on_before=${today}`;
  const answer = await owner.get<ReportData>(`report/planfeed/?${asked}`);
  await renderReport(`reports/planfeed?${asked}`);
  await grid();
  expect(answer.data.rows.length).toBeGreaterThan(0);
  await waitFor(() => expect(findCells('group').map((cell) => cell.textContent)).toEqual(answer.data.rows.map((row) => row.group)));
  expect(screen.getByText(`Rows: ${answer.data.rows.length}`)).toBeTruthy();
});

test('a report complete in the address is requested before the page renders, once; others wait for the farms', async () => {
  const asked: string[] = [];
  server.use(http.get('*/api/report/planfeed/', ({ request }) => void asked.push(request.url)));
  const planfeed = reportsScreens.find(({ id }) => id === 'report-planfeed');
  const today = todayIn(farm.timezone);
  planfeed?.begin?.(new URLSearchParams({ farm: String(farm.id) }));
  planfeed?.begin?.(new URLSearchParams({ planned_on_after: today, planned_on_before: today }));
  expect(queryClient.isFetching()).toBe(0);
  const params = new URLSearchParams({ farm: String(farm.id), planned_on_after: today, planned_on_before: today });
  planfeed?.begin?.(params);
  expect(queryClient.isFetching()).toBe(1);
  await renderReport(`reports/planfeed?${params}`);
  await grid();
  expect(asked).toHaveLength(1);
});

test('a phone shows the rows as cards until its reader asks for the table', async () => {
  const phone = (query: string) => ({
    matches: query === '(max-width: 40em)',
    media: query,
    addEventListener() {},
    removeEventListener() {},
  });
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => phone(query) as unknown as MediaQueryList);
  await renderReport('reports/planfeed');
  const asTable = await screen.findByRole('button', { name: 'Show as table' });
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1));
  expect(document.querySelector('.ag-row')).toBeNull();
  await userEvent.click(asTable);
  await grid();
  expect(screen.getByRole('button', { name: 'Show as cards' })).toBeTruthy();
});

/** A chart that is drawn, or would be if there were room for it here. */
const DRAWN = 'figure[aria-busy="false"]';

test('rows come before charts', async () => {
  const seen: string[] = [];
  const watch = new MutationObserver(() => {
    for (const part of ['.ag-row', DRAWN]) if (!seen.includes(part) && document.querySelector(part)) seen.push(part);
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });
  await renderReport('reports/planfeed');
  await grid();
  await waitFor(() => expect(seen).toEqual(['.ag-row', DRAWN]));
  watch.disconnect();
});

test('the first rows are shown before the grid, even if the grid’s chunk is loaded already', async () => {
  await renderReport('reports/planfeed');
  await grid();
  unmountReport();
  let first: string | undefined;
  const watcher = new MutationObserver(() => {
    for (const [name, selector] of [
      ['grid', '.ag-row'],
      ['table', '[data-first-rows] td'],
    ] as const)
      if (document.querySelector(selector)) first ??= name;
  });
  watcher.observe(document, { childList: true, subtree: true });
  await renderReport('reports/planfeed');
  await grid();
  watcher.disconnect();
  expect(first).toBe('table');
  await waitFor(() => expect(document.querySelector('[data-first-rows]')).toBeNull());
});

test('weighings recorded elsewhere appear in the open report', async () => {
  await renderReport('reports/planfeed');
  await grid();
  const today = todayIn(farm.timezone);
  const answer = await owner.get<ReportData>(`report/planfeed/?farm=${farm.id}&planned_on_after=${today}&planned_on_before=${today}`);
  const { totals, ...rest } = answer.data;
  server.use(
    http.get('*/api/report/planfeed/', () => HttpResponse.json({ data: { ...rest, totals: { ...totals, fact: 987_654 } }, errors: {} })),
  );
  applyMessage({ event: 'message', data: '{"resource":"schedules","ids":[1]}' });
  await waitFor(() => expect(document.querySelector('[row-index="b-0"] [role="gridcell"][col-id="fact"]')?.textContent).toContain('987'));
});

test('a person without the right to the report gets a notice', async () => {
  const feeder = await api.signIn('feeder@manger.test');
  await signInAs(feeder.token);
  await renderReport('reports/planfeed');
  expect(await screen.findByText('You have no viewing rights')).toBeTruthy();
});

test('a failing server leaves a way to try again, and the second try shows the figures', async () => {
  const user = userEvent.setup();
  server.use(http.get('*/api/report/planfeed/', () => HttpResponse.json({ errors: {} }, { status: 500 }), { once: true }));
  await renderReport('reports/planfeed');
  expect(await screen.findByText('Server error')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await grid();
});

test('a missing row shows a notice, and is not requested again', async () => {
  await renderReport('reports/planfeed/999999/detail');
  expect((await screen.findByRole('alert')).textContent).toBe('Not found');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an offline report shows this, and resumes once there is a network', async () => {
  const user = userEvent.setup();
  server.use(http.get('*/api/report/planfeed/', () => HttpResponse.error()));
  await renderReport('reports/planfeed');
  expect(await screen.findByText('No connection to the server')).toBeTruthy();
  server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await grid();
  expect(screen.queryByText('No connection to the server')).toBeNull();
});

test('a timeout of the server is shown, and the next try shows the figures', async () => {
  const user = userEvent.setup();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms);
    // A report's two minutes pass in a moment; other calls keep their time.
    return timeout(ms === 120_000 ? 50 : ms);
  });
  server.use(
    http.get('*/api/report/planfeed/', async () => {
      await delay('infinite');
      return HttpResponse.json({});
    }),
  );
  await renderReport('reports/planfeed');
  expect(await screen.findByText('The server took too long to answer')).toBeTruthy();
  expect(asked).toContain(120_000);
  vi.restoreAllMocks();
  server.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await grid();
  expect(screen.queryByText('The server took too long to answer')).toBeNull();
});

test('a skeleton of seven rows is shown while the figures load', async () => {
  server.use(
    http.get('*/api/report/planfeed/', async () => {
      await delay('infinite');
      return HttpResponse.json({});
    }),
  );
  await renderReport('reports/planfeed');
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(7));
});

test('days without data show a notice', async () => {
  await renderReport('reports/planfeed?planned_on_after=2001-01-01&planned_on_before=2001-01-02');
  expect(await screen.findByText('Nothing in this period')).toBeTruthy();
});

test('a long report comes in windows, and whole once something is sought in it or a file is made', async () => {
  const user = userEvent.setup();
  const today = todayIn(farm.timezone);
  const asked = `farm=${farm.id}&planned_on_after=${today}&planned_on_before=${today}`;
  const { data } = await owner.get<ReportData>(`report/planfeed/?${asked}`);
  const rows = Array.from({ length: 2500 }, (_, at) => ({ ...data.rows[at % data.rows.length], id: `${at}`, group: `Group ${at}` }));
  const questions: URLSearchParams[] = [];
  server.use(
    http.get('*/api/report/planfeed/', ({ request }) => {
      const query = new URL(request.url).searchParams;
      questions.push(query);
      const size = Number(query.get('page_size') ?? rows.length);
      const from = (Number(query.get('page') ?? 1) - 1) * size;
      const generated_at = query.get('as_of') ?? new Date(questions.length).toISOString();
      return HttpResponse.json({ data: { ...data, generated_at, rows: rows.slice(from, from + size) }, count: rows.length });
    }),
  );
  await renderReport(`reports/planfeed?${asked}`);
  await grid();
  expect(await screen.findByText('Rows: 2,500')).toBeTruthy();
  expect(questions.map((query) => query.get('page_size'))).toEqual(['1000']);
  expect(findCells('group')[0]?.textContent).toBe('Group 0');

  // A row that wasn't in the first window.
  const search = screen.getByRole('searchbox');
  await user.type(search, 'Group 2345');
  await waitFor(() => expect(findCells('group').map((cell) => cell.textContent)).toEqual(['Group 2345']));
  expect(questions.at(-1)?.get('page_size')).toBeNull();
  const moment = questions.at(-1)?.get('as_of');
  expect(moment).toBe(new Date(1).toISOString());

  // Changes elsewhere leave the search unchanged.
  const seen = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const cell of findCells('group')) seen.add(cell.textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  applyMessage({ event: 'message', data: '{"resource":"schedules","ids":[1]}' });
  await waitFor(() => {
    const last = questions.at(-1);
    expect(last?.get('page_size')).toBeNull();
    expect(last?.get('as_of')).not.toBe(moment);
  });
  await waitFor(() => expect(document.querySelector('section[aria-busy="true"]')).toBeNull());
  watch.disconnect();
  expect([...seen].filter((text) => text !== 'Group 2345')).toEqual([]);
  expect(findCells('group').map((cell) => cell.textContent)).toEqual(['Group 2345']);

  await user.clear(search);
  await waitFor(() => expect(findCells('group')[0]?.textContent).toBe('Group 0'));

  const sortByGroup = () => user.click(document.querySelector('[role="columnheader"][col-id="group"] .ag-header-cell-label') as Element);
  await sortByGroup();
  await waitFor(() => expect(questions.at(-1)?.get('ordering')).toBe('group'));
  expect(questions.at(-1)?.get('page_size')).toBe('1000');
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(questions.at(-1)?.get('page_size')).toBeNull());
  expect(questions.at(-1)?.get('ordering')).toBe('group');

  server.use(http.get('*/api/report/planfeed/', () => HttpResponse.json({ errors: {} }, { status: 500 }), { once: true }));
  await sortByGroup();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(findCells('group')[0]?.textContent).toBe('Group 0'));
});
