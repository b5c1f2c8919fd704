import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { MAX_WAYBILL_DAYS } from '#contract/reports/form8.ts';
import { MAX_STATEMENT_DAYS } from '#contract/reports/form9.ts';
import { allReports, type ReportId } from '#contract/reports/index.ts';
import { MAX_DAY_COLUMNS } from '#contract/reports/inout-by-day.ts';
import { MAX_RANGE_DAYS, type ReportData, type Row } from '#contract/reports/shape.ts';
import { MAX_MOVE_DAYS } from '#contract/reports/stock-moves.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import { deliver, make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

/** Clocks in Kyiv went forward on 29 March 2026, a day of 23 hours; the 31st ends the month there while Auckland has the 1st. */
const SHORT_DAY = '2026-03-29';
const MONTH_END = '2026-03-31';
/** Values that break a table, a file or a statement without escaping. */
const HOSTILE = ['O\'Neill "Ґ" <b>&amp;</b>', "=cmd|' /C calc'!A0", 'ї'.repeat(300), "'); drop table schedule; --"];

let kyiv: ReadyFarm;
let auckland: ReadyFarm;
let bare: number;
const blanks: Record<string, number> = {};
const owner = () => kyiv.client.owner;

/** One feeding of a day, loaded and unloaded at these instants: 5 000 kg, 100 and 50 heads. */
async function feed(farm: ReadyFarm, day: string, loadedAt: string, unloadedAt: string): Promise<void> {
  const { id } = await makeSchedule(farm, day);
  const tell = async (what: string, body: object) =>
    expect((await farm.client.owner.put(`schedule/schedules/${id}/${what}/`, body)).status).toBe(200);
  const items = [
    { ingredient: farm.silage, weight_fact: 3050.125 },
    { ingredient: farm.hay, weight_fact: 1449.875 },
    { ingredient: farm.meal, weight_fact: 500 },
  ];
  const groups = [
    { group: farm.cowsGroup, weight_fact: 3999.999 },
    { group: farm.heifers, weight_fact: 1000.001 },
  ];
  await tell('load', { status: 'in_process', started_at: loadedAt });
  await tell('load', { status: 'loaded', items });
  await tell('upload', { status: 'out_process', started_at: unloadedAt });
  await tell('upload', { status: 'uploaded', groups });
}

async function makeBatch(farm: ReadyFarm, day: string): Promise<void> {
  const items = [{ ingredient: farm.meal, percent: 100 }];
  const made = (await make(owner(), 'manager/ingredients/', { ...(await readIngredientFields(farm.meal)), name: `Mix of ${farm.farm}` }))
    .id;
  const recipe = (await make(owner(), 'manager/recipes/', { farm: farm.farm, name: `Recipe of ${farm.farm}`, ingredient: made, items })).id;
  const batch = await make(owner(), 'animalfeed/schedules/', { farm: farm.farm, recipe, planned_on: day, weight_plan: 100 });
  const loaded = { status: 'loaded', items: [{ ingredient: farm.meal, weight_fact: 101.5 }] };
  expect((await owner().post(`animalfeed/schedules/${batch.id}/load/`, loaded)).status).toBeLessThan(300);
}
const readIngredientFields = async (ingredient: number) => {
  const { farm, stock, type, price, dry_matter } = (await owner().get(`manager/ingredients/${ingredient}/`)).data;
  return { farm, stock, type, price, dry_matter };
};

const test = base.override({ now: `${SHORT_DAY}T09:00:00Z` });
test.beforeAll(async ({ api }) => {
  kyiv = await makeReadyFarm(api, 'Europe/Kyiv');
  auckland = await makeReadyFarm(api, 'Pacific/Auckland', kyiv.client);
  const { company } = (await owner().get(`manager/farms/${kyiv.farm}/`)).data;
  bare = (await make(owner(), 'manager/farms/', { company, name: 'Bare', timezone: 'UTC' })).id;
  for (const report_type of ['accounting_writeoff', 'accounting_movement']) {
    for (const farm of [kyiv.farm, auckland.farm, bare]) {
      const template = { headings: {}, order: [], accounts: ACCOUNT_CODES };
      const blank = { farm, kind: 'blank', name: `Blank ${report_type} ${farm}`, report_type, template };
      blanks[`${report_type} ${farm}`] = (await make(owner(), 'report/additional/', blank)).id;
    }
  }
  // 02:30 summer time hasn't in Kyiv: what began before the gap ends after it.
  await feed(kyiv, SHORT_DAY, '2026-03-29T00:50:00Z', '2026-03-29T01:20:00Z');
  await makeBatch(kyiv, SHORT_DAY);
  await moveTo(api, kyiv, '2026-03-31T20:30:00Z');
  // Half past eleven at night in Kyiv.
  await feed(kyiv, MONTH_END, '2026-03-31T20:00:00Z', '2026-03-31T20:20:00Z');
  auckland.client = kyiv.client;
  await feed(auckland, '2026-04-01', '2026-03-31T18:00:00Z', '2026-03-31T18:30:00Z');
  await makeBatch(auckland, '2026-04-01');
  await deliver(owner(), kyiv, kyiv.meal, 12.345, 3.21);
  await moveTo(api, kyiv, '2026-04-02T09:00:00Z');
});

interface Asked {
  farm: number;
  after: string;
  before: string;
}

async function ask(id: ReportId, { farm, after, before }: Asked) {
  const blank = blanks[`${id} ${farm}`];
  const query = `planned_on_after=${after}&planned_on_before=${before}&farm=${farm}&language=uk${blank ? `&blank=${blank}` : ''}`;
  return owner().get<ReportData>(`report/${id}/make/?${query}`);
}

/** The report, which must be whole: every declared column and total there, days within the range, totals what the rows sum to. */
async function wholeReport(id: ReportId, asked: Asked): Promise<ReportData> {
  const { status, errors, data } = await ask(id, asked);
  expect(errors).toBeUndefined();
  expect(status).toBe(200);
  for (const row of data.rows) {
    expect(data.columns.map(({ key }) => key).filter((key) => !(key in row))).toEqual([]);
    for (const { key, kind } of data.columns) {
      const value = row[key];
      if (value === null || ['text', 'date', 'time', 'datetime', 'status'].includes(kind)) continue;
      expect(Number.isFinite(value), `${key}: ${value}`).toBe(true);
    }
    if (typeof row.day === 'string') expect(asked.after <= row.day && row.day <= asked.before, row.day).toBe(true);
  }
  for (const { key, total } of data.columns) {
    if (total !== 'sum' || data.rows.length === 0) continue;
    const sum = data.rows.reduce((all, row) => all + Number(row[key] ?? 0), 0);
    expect(Number(data.totals[key] ?? 0), key).toBeCloseTo(sum, 3);
  }
  for (const { x, rows } of data.series) {
    if (x.kind === 'date') expect(rows.filter((row) => String(row[x.key]) > asked.before)).toEqual([]);
  }
  return data;
}

/** The figure of a single feeding in each report, and its quantity. */
const FED: Partial<Record<ReportId, (data: ReportData) => unknown>> = {
  dashboard: ({ totals }) => totals.fact,
  planfeed: ({ totals }) => totals.fact,
  schedule_load: ({ totals }) => totals.fact,
  operators: ({ totals }) => totals.fact,
  mixers: ({ totals }) => totals.loaded_weight,
  schedule_upload: ({ totals }) => totals.fact,
  upload_groups: ({ totals }) => totals.fact,
  explorer: ({ totals }) => totals.delivered,
  upload_ingredients: ({ totals }) => totals.given,
  load_ings_by_groups: ({ totals }) => totals.given,
  form9: ({ totals }) => totals.given,
  cost_bridge: ({ rows }) => rows.find((row) => row.id === 'loaded')?.weight,
};
const REPORTS = allReports.map(({ id }) => id);
/** Maximum number of days of reports that allow fewer than others. */
const MAX_DAYS: Partial<Record<ReportId, number>> = {
  stock_moves: MAX_MOVE_DAYS,
  inout_new: MAX_DAY_COLUMNS,
  form8: MAX_WAYBILL_DAYS,
  form9: MAX_STATEMENT_DAYS,
  accounting_writeoff: 31,
  accounting_movement: 31,
  bonus: 31,
  owner_statement: 31,
};
const days = (farm: number, after: string, before = after): Asked => ({ farm, after, before });

describe.each(REPORTS)('%s', (id) => {
  test('a farm without any activity has an empty answer and no error', async () => {
    const data = await wholeReport(id, days(bare, '2026-03-01', MONTH_END));
    expect(
      data.rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'number' && value !== 0 && value !== bare),
    ).toEqual([]);
    expect(data.tiles.filter(({ value }) => value !== null && value !== 0)).toEqual([]);
  });

  test('reports are right on a day of 23 hours, on the last day of a month, and where tomorrow has begun', async () => {
    for (const [farm, day] of [
      [kyiv, SHORT_DAY],
      [kyiv, MONTH_END],
      [auckland, '2026-04-01'],
    ] as const) {
      const data = await wholeReport(id, days(farm.farm, day));
      if (FED[id]) expect(FED[id](data), day).toBeCloseTo(5000, 3);
    }
    // The day before, there was nothing yet.
    if (FED[id]) expect(Number(FED[id](await wholeReport(id, days(auckland.farm, MONTH_END))) ?? 0)).toBe(0);
  });

  test('reports cover three years, or their max number of days, and refuse one day more', async () => {
    const most = MAX_DAYS[id] ?? MAX_RANGE_DAYS;
    const before = MONTH_END;
    const data = await wholeReport(id, days(kyiv.farm, addDays(before, 1 - most), before));
    if (FED[id]) expect(FED[id](data)).toBeCloseTo(10_000, 3);
    const more = await ask(id, days(kyiv.farm, addDays(before, -MAX_RANGE_DAYS), before));
    expect([more.status, Object.keys(more.errors)]).toEqual([400, ['planned_on_before']]);
  });
});

describe.each(HOSTILE)('names such as %s', (name) => {
  test.beforeAll(async ({ api }) => {
    const db = api.database.acrossClients();
    for (const table of ['animal_group', 'ration', 'mixer', 'period', 'recipe']) {
      await sql`update ${sql.table(table)} set name = ${name} || ' ' || id where client_id = ${kyiv.client.id}`.execute(db);
    }
    await sql`update ingredient set name = ${name} || ' ' || id where client_id = ${kyiv.client.id}`.execute(db);
    await sql`update farm set name = ${name} || ' ' || id where client_id = ${kyiv.client.id} and id <> ${bare}`.execute(db);
  });

  test.each(REPORTS)('come out of %s as they went in', async (id) => {
    const data = await wholeReport(id, days(kyiv.farm, '2026-03-01', MONTH_END));
    const pickOwnCells = (row: Row) =>
      Object.entries(row).filter(([key, value]) => key === 'ingredient' || (key === 'group' && typeof value === 'string'));
    const values = data.rows.flatMap(pickOwnCells).map(([, value]) => String(value));
    expect(values.filter((value) => !value.includes(name))).toEqual([]);
  });
});
