import { expect } from 'vitest';
import type { PRESETS } from '#contract/reports/explorer-presets.ts';
import { keyOfDimension } from '#contract/reports/explorer-view.ts';
import type { Row } from '#contract/reports/shape.ts';
import type { Caller } from '#tests/support/api.ts';
import { reportOf } from './world.ts';

/** Checks that a fixed report and its preset have equal rows, and equal figures to the last digit. Returns the number of rows. */
export async function expectPreset(caller: Caller, preset: (typeof PRESETS)[number], query: string): Promise<number> {
  const { report, row: dimensions, measure: measures, without } = preset;
  const [fixed, cut] = await Promise.all([
    reportOf(caller, `${report}/make/?${query}`),
    reportOf(caller, `explorer/?${query}&row=${dimensions}&measure=${Object.values(measures)}`),
  ]);
  const idOf = (row: Row) => dimensions.map((dimension) => row[keyOfDimension(dimension)] ?? '-').join('_');
  const figures = (row: Row | undefined, keys: readonly string[]) => keys.map((key) => row?.[key]);
  const figuresById = (rows: readonly Row[], keys: readonly string[]) =>
    Object.fromEntries(rows.map((row) => [idOf(row), figures(row, keys)]));
  const told = fixed.rows.filter((row) => !without || row[without] !== null);
  expect(told.length).toBeGreaterThan(0);
  expect(cut.rows).toHaveLength(told.length);
  expect(figuresById(cut.rows, Object.values(measures))).toEqual(figuresById(told, Object.keys(measures)));
  if (!without) expect(figures(cut.totals, Object.values(measures))).toEqual(figures(fixed.totals, Object.keys(measures)));
  return told.length;
}
