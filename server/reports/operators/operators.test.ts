import { expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { grouped, loadFigures, type Wanted, type Weighed, weighingsOf } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

const ofNobody = (id: unknown) => String(id ?? null);
/** A complete load of all that is thrown, long after it. */
const completeness = (items: Weighed[]) => {
  const loads = [...new Map(items.map(({ schedule }) => [schedule.id, schedule])).values()];
  return (100 * loads.filter(({ status }) => status === 'uploaded').length) / loads.length;
};
const computeFigures = (items: Weighed[]) => ({
  ...loadFigures(items),
  loads: new Set(items.map(({ schedule }) => schedule.id)).size,
  completeness: completeness(items),
});
const SUMMED = ['plan', 'waiting', 'not_recorded', 'fact', 'deviation', 'loading_cost_of_error', 'loads'];
const heatMap = (data: ReportData, key: string) => data.series.find((series) => series.key === key)!;

/** The mean delay of first loads in minutes by filter, from the report on times. */
const readLateness = async ({ client }: DiceWorld, query: string) =>
  tilesOf(await reportOf(client.owner, `dashboard/make/?${range}${query}`), 'value').punctuality;

test.for(FILTERS)('people equal an independent recomputation and sum to the report of loads: %s', async (name, { world }) => {
  const { query, wanted }: { query: string; wanted: Wanted } = narrowed(world, name);
  const [data, loads] = await Promise.all([
    reportOf(world.client.owner, `operators/make/?${range}${query}`),
    reportOf(world.client.owner, `load/make/?${range}${query}`),
  ]);
  const items = weighingsOf(world.raw, wanted);
  const people = grouped(items, ({ schedule }) => ofNobody(schedule.operator_id));
  expect(data.rows.map(({ operator_id }) => ofNobody(operator_id)).sort()).toEqual([...people.keys()].sort());
  for (const row of data.rows) expectFigures(row, computeFigures(people.get(ofNobody(row.operator_id))!), `operator ${row.operator}`);
  expectFigures(data.totals, computeFigures(items), 'total');
  expect(data.totals.loads).toBe(loads.rows.length);
  for (const key of SUMMED) {
    const sum = data.rows.reduce((all, row) => all + Number(row[key] ?? 0), 0);
    expect(sum, key).toBeCloseTo(Number((key === 'loads' ? loads.rows.length : loads.totals[key]) ?? 0), 4);
  }
  const { bullseye, operators_difference, bullseye_survey, punctuality } = tilesOf(data, 'value');
  expect([operators_difference, bullseye_survey]).toEqual([0, 46.7]);
  expect(data.totals.bullseye_beside).toBeCloseTo(Number(bullseye) - 46.7, 5);
  if (!name.includes('statuses')) expect(punctuality).toBe(await readLateness(world, query));

  const { rows: cells } = heatMap(data, 'bias');
  const feeds = grouped(items, ({ schedule, ingredient }) => `${ofNobody(schedule.operator_id)} ${ingredient}`);
  const ingredients = new Set(items.map(({ ingredient }) => ingredient));
  expect(cells).toHaveLength(people.size * ingredients.size);
  for (const cell of cells) {
    const own = feeds.get(`${ofNobody(cell.operator_id)} ${cell.ingredient_id}`);
    expectFigures(cell, { loading_bias: own ? (loadFigures(own).loading_bias ?? null) : null }, `${cell.operator} ${cell.ingredient}`);
  }
});

test('weekdays and hours hold what the days’ mean of lateness is made of', async ({ world }) => {
  const data = await reportOf(world.client.owner, `operators/make/?${range}&farm=${world.kyiv.id}`);
  const { rows } = heatMap(data, 'lateness');
  expect(new Set(rows.map(({ hour }) => hour))).toEqual(new Set(['04:00']));
  expect(rows.map(({ weekday }) => weekday)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  const { series } = await reportOf(world.client.owner, `schedule_loading_time/make/?${range}&farm=${world.kyiv.id}`);
  // The range has two days of each weekday; the report on times has the mean of a day's first loads, one per period and mixer.
  const days = series.find(({ key }) => key === 'by_day')!.rows;
  for (const { weekday, lateness } of rows) {
    const own = days.filter(({ day }) => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1 === Number(weekday));
    const told = own.map((day) => Number(day.lateness));
    expect(Number(lateness), String(weekday)).toBeGreaterThanOrEqual(Math.min(...told) - 1);
    expect(Number(lateness), String(weekday)).toBeLessThanOrEqual(Math.max(...told) + 1);
  }
});

test('a filter on feed narrows people, and comparing people keeps the heat maps', async ({ world }) => {
  const [feed] = world.raw.items.map(({ ingredient_id }) => ingredient_id);
  const items = weighingsOf(world.raw, narrowed(world, 'all farms').wanted).filter(({ ingredient }) => String(ingredient) === String(feed));
  const data = await reportOf(world.client.owner, `operators/make/?${range}&ingredient=${feed}&compare_with=previous`);
  expectFigures(data.totals, loadFigures(items), 'total');
  expect(data.comparison?.reason).toBeNull();
  expect(heatMap(data, 'bias').y).toHaveLength(1);
  expect(heatMap(data, 'by_operator' as string).y).toHaveLength(2);
});
