import { expect } from 'vitest';
import { changeText } from '#common/files/change-text.ts';
import { tileChange } from '#common/files/tile-change.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { addDays, daysBetween } from '#contract/days.ts';
import type { IngredientNeed } from '#contract/operations/ingredients.ts';
import type { BoardFigures } from '#contract/reports/boards.ts';
import type { HomeBoard, HomeCost, HomeFarms, HomeTrends, HomeWrong } from '#contract/reports/home.ts';
import type { ReportData, ReportFilters } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { CLIENTS, type ClientSpec } from '#fixtures/catalog/clients.ts';
import { seed } from '#fixtures/seed.ts';
import type { Signal } from '#src/reports/signals/signal.ts';
import { OPEN_STATES } from '#src/reports/signals/signal.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { make } from '#tests/support/factories.ts';
import { screenTexts } from '#tests/support/golden.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { test as base } from '#tests/support/test.ts';
import { numberAt, readWorkbook } from '#tests/support/workbook.ts';

/** A fact with its value in each place that shows it. */
type Places = Record<string, unknown>;

/** In the middle of a month, so that the month before has the same days. */
const NOW = '2026-11-20T09:00:00Z';
/** As many days as the longest comparison: two times sixty. */
const DAYS = 120;
const FEW_DAYS = 7;

const test = base.override({ now: NOW });

let api: TestApi;
let owner: Caller;
let yesterday: string;

test.beforeAll(async ({ api: started }) => {
  api = started;
  const [first, second] = CLIENTS as readonly [ClientSpec, ClientSpec];
  const clients = [
    { ...first, farms: first.farms.slice(0, 2) },
    { ...second, farms: second.farms.slice(0, 1) },
  ];
  await seed(api.url, { clients, days: DAYS }, new Date(NOW));
  owner = await api.signIn('owner@manger.test');
  yesterday = addDays(NOW.slice(0, 10), -1);
});

async function read<T>(path: string, caller = owner): Promise<T> {
  const { data, status } = await caller.get<T>(path);
  expect([path, status]).toEqual([path, 200]);
  return data;
}

/** The report that a figure on home or a board names, asked as its link asks. */
function follow({ report, filters }: { report: string; filters: ReportFilters }): Promise<ReportData> {
  const params = Object.entries(filters).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return read(`report/${report}/make/?${new URLSearchParams(params)}`);
}

const ask = (report: string, more = '') =>
  read<ReportData>(`report/${report}/make/?planned_on_after=${addDays(yesterday, -6)}&planned_on_before=${yesterday}${more}`);
const readBoard = (role: string) => read<BoardFigures>(`report/product-boards/${role}/figures/`);
/** Money as precise as any place shows it. */
const money = (value: unknown) => (typeof value === 'number' ? value.toFixed(4) : value);
const findTile = ({ tiles }: Pick<ReportData, 'tiles'>, key: string) => tiles.find((tile) => tile.key === key);

/** All numbers of the file that a mail or a link brings. */
async function readMailed(report: string): Promise<Set<unknown>> {
  const farms = await read<{ id: number }[]>('manager/farms/dashboard/');
  const saved = await make(owner, 'report/additional/', {
    farm: farms[0]!.id,
    kind: 'filter',
    name: `Mailed ${report}`,
    report_type: report,
    filters: { farm: farms.map(({ id }) => String(id)) },
  });
  const values = { saved: saved.id, way: 'link', format: 'xlsx', language: 'en', period: 'days_7' };
  const { id } = await make(owner, 'report/subscriptions/', values);
  const { url } = (await owner.post<{ url: string }>(`report/subscriptions/${id}/link/`, {})).data;
  const file = await api.app.fetch(new Request(`http://farm.test${url}`));
  const found = new Set<unknown>();
  for (const sheet of await readWorkbook(new Uint8Array(await file.arrayBuffer())))
    sheet.eachRow((row) => row.eachCell((cell) => found.add(money(numberAt(cell)))));
  return found;
}

/** Each fact by name, with the function that reads all of its places. */
const FACTS: Record<string, () => Promise<Places>> = {
  'number of open signals': async () => {
    const query = `state=${OPEN_STATES.join('&state=')}&over=false`;
    const all = await owner.get<Signal[]>(`manager/signals/?${query}&page_size=1000`);
    const home = await owner.get<Signal[]>(`manager/signals/?${query}&ordering=-money&page_size=3`);
    return { home: home.count, list: all.count, rows: all.data.length };
  },

  'cost per head of the last seven days': async () => {
    const [overview, plan, farms, causes, cut, board, mailed] = await Promise.all([
      ask('dashboard'),
      read<ReportData>(`report/planfeed/?planned_on_after=${addDays(yesterday, -6)}&planned_on_before=${yesterday}`),
      ask('compare'),
      ask('cost_change'),
      ask('explorer', '&row=farm&measure=cost_per_head'),
      readBoard('owner'),
      readMailed('dashboard'),
    ]);
    const value = money(tilesOf(overview, 'value').cost_per_head);
    return {
      overview: value,
      'overview, total': money(overview.totals.cost_per_head),
      'feeding plan': money(tilesOf(plan, 'value').cost_per_head),
      farms: money(farms.totals.cost_per_head),
      'causes, headline': money(tilesOf(causes, 'value').cost_per_head),
      'causes, now': money(causes.series[0]!.rows.at(-1)!.cost_effect),
      explorer: money(tilesOf(cut, 'value').cost_per_head),
      board: money(board.tiles.find(({ data }) => data && findTile(data, 'cost_per_head'))!.data!.tiles[0]!.value),
      mail: mailed.has(value) ? value : 'missing',
    };
  },

  'cost per head of this month': async () => {
    const { month } = await read<HomeCost>('report/home/cost/');
    const { farm = [], planned_on_after, planned_on_before } = month.filters;
    const board = (await readBoard('owner')).tiles.find(({ data }) => data?.series[0]?.type === 'waterfall')!.data!;
    const [report, overview] = await Promise.all([
      follow(month),
      follow({ report: 'dashboard', filters: { farm, planned_on_after, planned_on_before } }),
    ]);
    return {
      home: money(month.cost_per_head),
      report: money(tilesOf(report, 'value').cost_per_head),
      overview: money(tilesOf(overview, 'value').cost_per_head),
      'board, now': money(board.series[0]!.rows.at(-1)!.cost_effect),
    };
  },

  'causes of this month’s change': async () => {
    const { month } = await read<HomeCost>('report/home/cost/');
    const board = (await readBoard('owner')).tiles.find(({ data }) => data?.series[0]?.type === 'waterfall')!.data!;
    return { home: month.waterfall?.rows, report: (await follow(month)).series[0]!.rows, board: board.series[0]!.rows };
  },

  'cost per head of the last 30 days with its change': async () => {
    const [figure] = (await read<HomeTrends>('report/home/trends/')).figures;
    const { key, report, filters, value, previous } = figure!;
    const shown = findTile(await follow({ report, filters: { ...filters, compare_with: ['previous'] } }), key)!;
    const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'UTC', currency: 'UAH' });
    const t = await screenTexts('uk');
    const write = (tile: Pick<typeof shown, 'value' | 'previous'>) => {
      const change = tileChange({ ...shown, ...tile });
      return [money(tile.value), change && changeText(change, shown, format, t)];
    };
    return { home: write({ value, previous }), report: write(shown) };
  },

  'farms side by side': async () => {
    const home = await read<HomeFarms>('report/home/farms/');
    const report = await follow(home);
    const line = (farm: unknown, perHead: unknown) => `${farm}: ${money(perHead)}`;
    return {
      home: home.rows.map((row) => line(row.farm, row.cost_per_head)).toSorted(),
      report: report.rows.map((row) => line(row.farm_id, row.cost_per_head)).toSorted(),
    };
  },

  'days until each feed runs out': async () => {
    const today = addDays(yesterday, 1);
    const [list, needs, report, overview, signals, wrong] = await Promise.all([
      read<{ id: number; run_out_on: string | null }[]>('manager/ingredients/?page_size=1000'),
      read<IngredientNeed[]>(`manager/ingredients/needs/?days=${FEW_DAYS}&page_size=1000`),
      read<ReportData>(`report/consumption/make/?planned_on_after=${today}&planned_on_before=${today}`),
      ask('dashboard'),
      read<Signal[]>('manager/signals/?rule=days_left&over=false&page_size=1000'),
      read<HomeWrong>('report/home/wrong/'),
    ]);
    const write = (rows: readonly (readonly [unknown, number | null])[]) =>
      rows.flatMap(([id, days]) => (days !== null && days < FEW_DAYS ? [`${id}: ${days}`] : [])).toSorted();
    const daysTo = (day: unknown) => (typeof day === 'string' ? daysBetween(today, day) - 1 : null);
    const findItems = (alerts: HomeWrong['alerts']) =>
      alerts.flatMap(({ code, items }) => (code === 'days_left' ? items.map(({ id, value }) => [id, value] as const) : []));
    return {
      list: write(list.map(({ id, run_out_on }) => [id, daysTo(run_out_on)])),
      needs: write(needs.map(({ id, short_on }) => [id, daysTo(short_on)])),
      report: write(report.rows.map(({ ingredient_id, run_out_on }) => [ingredient_id, daysTo(run_out_on)])),
      overview: write(findItems(overview.alerts ?? [])),
      home: write(findItems(wrong.alerts)),
      signals: write(signals.map(({ subject, value }) => [subject, value])),
    };
  },

  'figures of a consultant’s client': async () => {
    const { client } = (await owner.get('auth/me/')).data;
    const { rows } = await read<HomeBoard>('dashboard/board/', await api.signIn('consultant@manger.test'));
    const row = rows.find((one) => one.client === client)!;
    const { totals } = await follow(row);
    return {
      board: [money(row.cost_per_dry_matter), money(row.leftovers_percent), row.recorded],
      report: [money(totals.cost_per_dry_matter), money(totals.leftovers_percent), true],
    };
  },
};

test.each(Object.entries(FACTS))('%s is the same in each place', async (_name, readPlaces) => {
  const places = await readPlaces();
  const [[, first] = [], ...others] = Object.entries(places);
  expect(first).not.toBeNull();
  for (const [place, value] of others) expect({ place, value }).toEqual({ place, value: first });
});
