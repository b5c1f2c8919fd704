import { expect } from 'vitest';
import { LEAST_COVERAGE } from '#contract/reports/comparison.ts';
import { feedingPlan } from '#contract/reports/feeding-plan.ts';
import { mixerLoading } from '#contract/reports/mixer-loading.ts';
import type { ReportData, Row } from '#contract/reports/shape.ts';
import {
  type Feeding,
  type Fraction,
  feedingFigures,
  feedingsOf,
  grouped,
  hasFed,
  headDays,
  loadFigures,
  number,
  over,
  type Raw,
  summedFigures,
  totalOf,
  type Wanted,
  type Weighed,
  weighingsOf,
  weightedAccuracy,
  whole,
} from './recompute.ts';

type Figures = Readonly<Record<string, number | null>>;

/**
 * Compares each expected figure with the row's cell, to the sixth decimal, which is the report's rounding. Fails for a missing figure, and
 * for an empty cell instead of 0. `only` selects a row's figures.
 */
export function expectFigures(given: Row, expected: Figures, what: string): void {
  for (const [key, value] of Object.entries(expected)) {
    expect(given, what).toHaveProperty([key]);
    const cell = given[key];
    if (value === null || typeof cell !== 'number') expect(cell, `${what} ${key}`).toBe(value);
    else expect(Math.abs(cell - value), `${what} ${key}: ${cell} for ${value}`).toBeLessThan(2e-6);
  }
}

/** The figures of these columns or tiles, by key. Fails for a key without a figure. */
export function only(figures: Figures, columns: readonly (string | { key: string })[]): Record<string, number | null> {
  const keys = columns.map((column) => (typeof column === 'string' ? column : column.key));
  expect(Object.keys(figures)).toEqual(expect.arrayContaining(keys));
  return Object.fromEntries(keys.map((key) => [key, figures[key]!]));
}

/** The figures without those that a row lacks. */
export const without = (figures: Figures, ...keys: string[]) =>
  Object.fromEntries(Object.entries(figures).filter(([key]) => !keys.includes(key)));

export const most = (feedings: Feeding[]) => Math.max(0, ...feedings.map(({ heads }) => heads));
export const tilesOf = (data: ReportData, key: 'value' | 'previous') =>
  Object.fromEntries(data.tiles.map((tile) => [tile.key, tile[key] ?? null]));

/** Compares the tiles' figures of the range before. With too few days, the tiles have none. */
export function expectBefore(data: ReportData, expected: Figures): void {
  const { days, days_with_facts: known, reason } = data.tiles_base!;
  expect(reason !== null).toBe(known * 100 < LEAST_COVERAGE * days);
  const told = reason === null ? expected : Object.fromEntries(Object.keys(expected).map((key) => [key, null]));
  expectFigures(tilesOf(data, 'previous'), told, 'tile before');
}

/** Compares rows, totals, tiles and charts of the feeding plan with raw rows. `before` is the preceding range of equal length. */
export function comparePlanfeed(data: ReportData, raw: Raw, wanted: Wanted, before: Wanted): void {
  const feedings = feedingsOf(raw, wanted);
  const rows = grouped(feedings, ({ day, group, ration }) => `${day}_${group}_${ration}`);
  expect(data.rows.map(({ id }) => id).sort()).toEqual([...rows.keys()].sort());
  for (const row of data.rows) {
    const own = rows.get(String(row.id))!;
    expect(row).toMatchObject({ day: own[0]!.day, group_id: own[0]!.group, ration_id: own[0]!.ration, farm_id: own[0]!.farm });
    expectFigures(row, feedingFigures(own, most), String(row.id));
  }
  expectFigures(data.totals, summedFigures(feedings), 'total');
  expectFigures(tilesOf(data, 'value'), only(summedFigures(feedings), feedingPlan.tiles), 'tile');
  expectBefore(data, only(summedFigures(feedingsOf(raw, before)), feedingPlan.tiles));
  const [byDay, byGroup] = data.series;
  const days = grouped(feedings, ({ day }) => day);
  expect(byDay!.rows.map(({ day }) => day)).toEqual([...days.keys()].sort());
  for (const row of byDay!.rows) expectFigures(row, only(summedFigures(days.get(String(row.day))!), ['plan', 'fact']), `day ${row.day}`);
  const groups = grouped(feedings, ({ group }) => group);
  expect(byGroup!.rows).toHaveLength(groups.size);
  for (const row of byGroup!.rows)
    expectFigures(row, only(summedFigures(groups.get(String(row.group_id))!), ['cost', 'cost_per_head']), `group ${row.group_id}`);
}

const meanOf = (items: Weighed[], key: 'seconds' | 'mix_seconds') => {
  const times = [...new Set(items.map(({ schedule }) => schedule))].filter((s) => !s.skip_time && s[key] !== null).map((s) => s[key]!);
  return times.length > 0 ? times.reduce((sum, seconds) => sum + seconds, 0) / times.length : null;
};

/** The same for loads. */
export function compareLoads(data: ReportData, raw: Raw, wanted: Wanted, before: Wanted): void {
  const items = weighingsOf(raw, wanted);
  const loads = grouped(items, ({ schedule }) => schedule.id);
  expect(data.rows.map(({ id }) => String(id)).sort()).toEqual([...loads.keys()].sort());
  for (const row of data.rows) {
    const own = loads.get(String(row.id))!;
    const { planned_on, status, mixer_id, ration_id, operator_id, seconds, mix_seconds } = own[0]!.schedule;
    expect(row).toMatchObject({ day: planned_on, status, mixer_id, ration_id, operator_id, seconds, mix_seconds });
    expectFigures(row, loadFigures(own), `load ${row.id}`);
  }
  expectFigures(data.totals, loadFigures(items), 'total');
  for (const key of ['seconds', 'mix_seconds'] as const) {
    const mean = meanOf(items, key);
    expect(data.totals[key]).toBe(mean === null ? null : Math.round(mean));
  }
  expectFigures(tilesOf(data, 'value'), only(loadFigures(items), mixerLoading.tiles), 'tile');
  expectBefore(data, only(loadFigures(weighingsOf(raw, before)), mixerLoading.tiles));
  const [byOperator, byIngredient] = data.series;
  const operators = grouped(items, ({ schedule }) => String(schedule.operator_id));
  expect(byOperator!.rows).toHaveLength(operators.size);
  for (const row of byOperator!.rows) {
    const judged = only(loadFigures(operators.get(String(row.operator_id))!), ['deviation_percent', 'loading_accuracy']);
    expectFigures(row, judged, `operator ${row.operator}`);
  }
  const ingredients = grouped(items, ({ ingredient }) => ingredient);
  expect(byIngredient!.rows).toHaveLength(ingredients.size);
  for (const row of byIngredient!.rows) {
    const weighed = ingredients.get(String(row.ingredient_id))!.filter(({ fact }) => fact !== null);
    expectFigures(row, { loading_accuracy: weightedAccuracy(weighed.map(({ fact, plan }) => [fact!, plan])) }, `feed ${row.ingredient}`);
  }
}

/** The figures that compare farms or clients, from raw feedings and weighings. `cost` overrides the paid cost. */
export function comparedFigures(feedings: Feeding[], items: Weighed[], cost?: Fraction) {
  const heads = headDays(feedings.filter(hasFed));
  const { dmi = null, leftovers_percent = null, unloading_accuracy = null } = summedFigures(feedings);
  const { loading_accuracy = null, loading_bias = null, bullseye = null } = loadFigures(items);
  const paid = cost ?? totalOf(feedings.map((feeding) => feeding.cost));
  return {
    head_days: heads,
    dmi,
    leftovers_percent,
    unloading_accuracy,
    loading_accuracy,
    loading_bias,
    bullseye,
    cost: number(paid),
    cost_per_head: number(over(paid, whole(heads))),
    cost_per_dry_matter: number(over(paid, totalOf(feedings.map((feeding) => feeding.dryMatter)))),
  };
}
