import { describe, expect } from 'vitest';
import { minus, round } from '#common/format/decimal.ts';
import { addDays } from '#contract/days.ts';
import { type Compared, comparedKey } from '#contract/reports/comparison.ts';
import { allReports } from '#contract/reports/index.ts';
import type { Column, ReportData, Row } from '#contract/reports/shape.ts';
import { record } from '#tests/bench/record.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import { make } from '#tests/support/factories.ts';
import { dice, makeBatch } from '#tests/support/reports/facts.ts';
import { throwMoves } from '#tests/support/reports/stock.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, range } from '#tests/support/reports/world.ts';

const blanks: Record<string, number> = {};
const COMPARED_REPORTS = allReports.filter(({ filters }) => filters.includes('compare_with'));

test.beforeAll(async ({ world }) => {
  const { api, client, kyiv, newYork } = world;
  const db = api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, client, kyiv, [newYork.id], days, dice(77));
  await makeBatch(db, client, kyiv);
  // The same batch a fortnight before.
  const { id: _, ...batch } = await db.selectFrom('batch').selectAll().executeTakeFirstOrThrow();
  await db
    .insertInto('batch')
    .values({ ...batch, planned_on: '2026-10-04', items: JSON.stringify(batch.items), weight_fact: 470 })
    .execute();
  for (const { id } of COMPARED_REPORTS.filter(({ required }) => required?.includes('blank'))) {
    const template = { headings: {}, order: [], accounts: ACCOUNT_CODES };
    const blank = { farm: kyiv.id, kind: 'blank', name: id, report_type: id, template };
    blanks[id] = (await make(client.owner, 'report/additional/', blank)).id;
  }
});

async function report(world: DiceWorld, id: string, query: string): Promise<ReportData> {
  const blank = blanks[id] ? `&blank=${blanks[id]}` : '';
  const { data, count, errors } = await world.client.owner.get<ReportData>(
    `report/${id}/make/?language=uk&farm=${world.kyiv.id}${blank}&${query}`,
  );
  expect(errors).toBeUndefined();
  expect(count).toBe(data.rows.length);
  return data;
}
const baseRange = `planned_on_after=${before.from}&planned_on_before=${before.to}`;
const of = (row: Row, compared: Compared, key: string) => row[comparedKey(compared, key)];
const isDifference = ({ compares }: Column) => compares !== undefined;
/** Figures of a row, in an order that doesn't matter. */
const printFigures = (row: Row, columns: readonly Column[], keyOf: (key: string) => string) =>
  JSON.stringify(columns.map(({ key }) => row[keyOf(key)] ?? null));
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

describe.each(COMPARED_REPORTS.map(({ id }) => id))('%s compared with the days before', (id) => {
  test('contains the figures of the same report over the base period', async ({ world }) => {
    const [alone, base, both] = await Promise.all([
      report(world, id, range),
      report(world, id, baseRange),
      report(world, id, `${range}&compare_with=previous`),
    ]);
    const { comparison } = both;
    expect(comparison).toMatchObject({ with: 'previous', planned_on_after: before.from, planned_on_before: before.to, reason: null });
    expect(comparison?.totals).toEqual(base.totals);
    expect(comparison?.tiles).toEqual(Object.fromEntries(base.tiles.map(({ key, value }) => [key, value])));
    expect(both.tiles.map(({ previous }) => previous ?? null)).toEqual(base.tiles.map(({ value }) => value));

    // The comparison changes none of the other columns.
    expect(both.columns.filter((column) => !isDifference(column))).toEqual(alone.columns);
    const own = both.rows.filter((row) => !row.base_only);
    expect(own).toHaveLength(alone.rows.length);
    for (const [at, row] of own.entries()) expect(row).toMatchObject(alone.rows[at]!);
    expect(both.totals).toMatchObject(alone.totals);

    // Every row of the base occurs once; days in columns are matched by their position in the range.
    const shifted = (key: string) => key.replace(/\d{4}-\d{2}-\d{2}$/, (day) => addDays(day, -14));
    const figures = alone.columns.filter(({ key }) => both.columns.some((column) => column.key === comparedKey('base', key)));
    expect(figures.length).toBeGreaterThan(0);
    const given = both.rows.map((row) => printFigures(row, figures, (key) => comparedKey('base', key)));
    const wanted = base.rows.map((row) => printFigures(row, figures, shifted));
    const nothing = JSON.stringify(figures.map(() => null));
    expect(given.filter((one) => one !== nothing).sort(compareText)).toEqual(wanted.filter((one) => one !== nothing).sort(compareText));

    // Differences are exact, and differences of summable columns add up to the difference of the sums.
    for (const row of [...both.rows, ...(Object.keys(both.totals).length > 0 ? [both.totals] : [])]) {
      for (const { key } of figures) {
        const [now, then, change] = [row[key], of(row, 'base', key), of(row, 'change', key)];
        if (typeof now === 'number' && typeof then === 'number') expect(change).toBe(minus(now, then));
      }
    }
    for (const { key } of figures.filter(({ total }) => total === 'sum')) {
      const sum = (rows: readonly Row[], cell: string) => rows.reduce((all, row) => all + Number(row[cell] ?? 0), 0);
      const error = sum(both.rows, comparedKey('change', key)) - (sum(alone.rows, key) - sum(base.rows, shifted(key)));
      expect(Math.abs(error), key).toBeLessThan(1e-4);
    }
  });
});

test('rows are paired by their keys, and days by their position in the range', async ({ world }) => {
  const [base, both] = await Promise.all([
    report(world, 'planfeed', baseRange),
    report(world, 'planfeed', `${range}&compare_with=previous`),
  ]);
  const of14 = new Map(base.rows.map((row) => [`${addDays(String(row.day), 14)}_${row.group_id}_${row.ration_id}`, row]));
  expect(both.rows.some(({ base_only }) => !base_only)).toBe(true);
  for (const row of both.rows.filter(({ base_only }) => !base_only)) {
    expect(of(row, 'base', 'fact') ?? null).toBe(of14.get(String(row.id))?.fact ?? null);
  }
  const [days] = both.series;
  const byDay = new Map(base.series[0]!.rows.map((row) => [row.day, row]));
  expect(days?.y.map(({ key }) => key)).toEqual(['plan', 'fact', 'base.fact']);
  for (const row of days!.rows) expect(of(row, 'base', 'fact') ?? null).toBe(byDay.get(addDays(String(row.day), -14))?.fact ?? null);
});

test('a month is compared with the month before or the same of last year, other days with as many', async ({ world }) => {
  const basis = async (days: [string, string], compareWith: string) => {
    const { comparison } = await report(
      world,
      'dashboard',
      `planned_on_after=${days[0]}&planned_on_before=${days[1]}&compare_with=${compareWith}`,
    );
    return [comparison?.planned_on_after, comparison?.planned_on_before];
  };
  expect(await basis(['2026-10-01', '2026-10-31'], 'previous')).toEqual(['2026-09-01', '2026-09-30']);
  expect(await basis(['2026-01-01', '2026-03-31'], 'previous')).toEqual(['2025-10-01', '2025-12-31']);
  expect(await basis(['2024-02-01', '2024-02-29'], 'last_year')).toEqual(['2023-02-01', '2023-02-28']);
  expect(await basis(['2024-02-29', '2024-03-02'], 'last_year')).toEqual(['2023-02-28', '2023-03-02']);
  expect(await basis(['2026-10-05', '2026-10-11'], 'previous')).toEqual(['2026-09-28', '2026-10-04']);
});

test.for([...COMPARED_REPORTS.map(({ id }) => id), 'cost_change', 'iofc_change'])(
  '%s compares the tiles of a whole month with the whole month before by default',
  async (id, { world }) => {
    const { tiles_base: base, tiles } = await report(world, id, 'planned_on_after=2026-10-01&planned_on_before=2026-10-31');
    if (base) expect([base.planned_on_after, base.planned_on_before]).toEqual(['2026-09-01', '2026-09-30']);
    else expect(tiles.map(({ previous }) => previous ?? null)).toEqual(tiles.map(() => null));
  },
);

test('days with too few records get no change, and the answer gives the reason', async ({ world }) => {
  // Facts begin on 1 October: of the base, 27 September to 3 October, three days at most have them.
  const recorded = await world.api.database
    .acrossClients()
    .selectFrom('schedule')
    .select('planned_on')
    .distinct()
    .where('farm_id', '=', world.kyiv.id)
    .where('status', '<>', 'waited')
    .where('planned_on', '<=', '2026-10-03')
    .execute();
  const covered = recorded.length;
  const few = await report(world, 'planfeed', 'planned_on_after=2026-10-04&planned_on_before=2026-10-10&compare_with=previous');
  expect(few.comparison).toMatchObject({ days: 7, days_with_facts: covered, coverage: round((covered / 7) * 100, 1), reason: 'few_facts' });
  expect(few.columns.some(isDifference)).toBe(false);
  expect(few.tiles.every(({ previous }) => previous === null)).toBe(true);
  expect(Object.keys(few.comparison!.totals)).not.toHaveLength(0);
  const none = await report(world, 'planfeed', `${range}&compare_with=last_year`);
  expect(none.comparison).toMatchObject({ days_with_facts: 0, coverage: 0, reason: 'no_facts' });
});

test('a column without comparison is unchanged, and an unknown comparison is refused by name', async ({ world }) => {
  expect(await report(world, 'planfeed', `${range}&compare_with=none`)).not.toHaveProperty('comparison');
  const { status, errors } = await world.client.owner.get(`report/planfeed/?${range}&compare_with=tomorrow`);
  expect(status).toBe(400);
  expect(Object.keys(errors)[0]).toContain('compare_with');
});

test('windows are of the compared rows, in the order of a change', async ({ world }) => {
  const whole = await report(world, 'planfeed', `${range}&compare_with=previous&ordering=-change.fact`);
  const { data } = await world.client.owner.get<ReportData>(
    `report/planfeed/?farm=${world.kyiv.id}&${range}&compare_with=previous&ordering=-change.fact&page_size=7&page=2`,
  );
  expect(data.rows).toEqual(whole.rows.slice(7, 14));
  const changes = whole.rows.map((row) => of(row, 'change', 'fact')).filter((change) => change !== null);
  expect(changes).toEqual([...changes].sort((a, b) => Number(b) - Number(a)));
});

test('the previous range is computed only where it is shown', async ({ world }) => {
  /** How many statements ask for a range that begins on that day, and whether tiles have a figure before them. */
  const asking = async (id: string, query: string, first: string) => {
    const answers: ReportData[] = [];
    const statements = await record(async () => void answers.push(await report(world, id, query)));
    return {
      asks: statements.flat().filter(({ values }) => values.includes(first)).length,
      hasPrevious: answers[0]?.tiles.some(({ previous }) => previous !== undefined) ?? false,
    };
  };
  // Nothing is recorded before October, except the moves of the last days of September.
  const first = 'planned_on_after=2026-10-01&planned_on_before=2026-10-14';
  let compared = 0;
  for (const { id } of COMPARED_REPORTS) {
    const covered = await asking(id, range, before.from);
    const uncovered = await asking(id, first, '2026-09-17');
    if (!covered.hasPrevious || covered.asks < 2) continue;
    compared += 1;
    expect([id, uncovered]).toEqual([id, { asks: 1, hasPrevious: true }]);
    const beforeBase = addDays(before.from, -14);
    expect([id, (await asking(id, `${range}&compare_with=previous`, beforeBase)).asks]).toEqual([id, 0]);
  }
  expect(compared).toBeGreaterThan(20);
});
