import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { throwLoads } from '#tests/support/reports/loads.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

test.override('now', '2026-03-10T12:00:00Z');

test('all four stages are equal with exact loads, one dry matter and no refusals', async ({ api, farm }) => {
  const { owner } = farm.client;
  const nutrient = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein' })).id;
  for (const [ingredient, value] of [
    [farm.silage, 8.3],
    [farm.hay, 11.7],
    [farm.meal, 48.9],
  ])
    await make(owner, 'manager/analyses/', { ingredient, sampled_on: '2026-03-01', values: [{ nutrient, value }] });
  await throwLoads(api, farm, { from: '2026-03-05', days: 4, operator: null });
  const days = 'planned_on_after=2026-03-05&planned_on_before=2026-03-08';
  const { rows } = await reportOf(owner, `nutrients/make/?${days}`);
  expect(rows.length).toBeGreaterThan(1);
  for (const { nutrient_paper: paper, nutrient_loaded, nutrient_delivered, nutrient_eaten, nutrient_cv, nutrient_cv_loads } of rows) {
    expect(Number(paper)).toBeGreaterThan(0);
    expect([nutrient_loaded, nutrient_delivered, nutrient_eaten, nutrient_cv, nutrient_cv_loads]).toEqual([paper, paper, paper, 0, 0]);
  }
  for (const row of (await reportOf(owner, `nutrient_bridge/make/?${days}`)).rows) {
    expect(['step_loading', 'step_division', 'step_mixer', 'step_refusals'].map((key) => row[key])).toEqual([0, 0, 0, 0]);
  }
});
