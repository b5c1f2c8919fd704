import { expect } from 'vitest';
import type { Row } from '#contract/reports/shape.ts';
import { make, makeIngredient } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { tilesOf } from '#tests/support/reports/compare.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

let farm: ReadyFarm;
let feed: number;
let protein: number;

test.override('now', '2026-03-31T10:00:00Z');
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  [{ id: protein }] = (await farm.client.owner.post('manager/nutrients/starter/', { language: 'en' })).data;
  feed = (await makeIngredient(farm.client.owner, farm)).id;
  const samples = { '2026-01-05': 8, '2026-01-12': 8.4, '2026-01-19': 7.8, '2026-01-26': 8.2, '2026-03-02': 8.5, '2026-03-10': 6.5 };
  for (const [sampled_on, value] of Object.entries(samples)) await sample(feed, sampled_on, value);
  await sample(feed, '2026-03-20', 9, 'book');
});

const sample = (ingredient: number, sampled_on: string, value: number, method = 'nir') =>
  make(farm.client.owner, 'manager/analyses/', { ingredient, sampled_on, method, lab: 'Agri', values: [{ nutrient: protein, value }] });
const report = (query: string) => reportOf(farm.client.owner, `analyses/make/?${query}`);
const MARCH = 'planned_on_after=2026-03-01&planned_on_before=2026-03-31';
const pickLimits = ({ day, analysis_value, analysis_usual, analysis_lower, analysis_upper, analysis_beyond, analysis_age }: Row) => [
  ...[day, analysis_value, analysis_usual, analysis_lower, analysis_upper, analysis_beyond, analysis_age],
];

// Usual: lower median of the earlier samples. Spread: lower median of |value − usual| × 1.4826, limits at three of it.
test('a sample is compared with the feed’s earlier samples, and its age counts to the next one', async () => {
  const data = await report(`${MARCH}&ingredient=${feed}`);
  expect(data.rows.map(pickLimits)).toEqual([
    ['2026-03-10', 6.5, 8.2, 7.31044, 9.08956, -1.7, 21],
    ['2026-03-02', 8.5, 8, 7.11044, 8.88956, null, 8],
  ]);
  expect(data.rows[0]).toMatchObject({ lab: 'Agri', analysis_method: 'nir', analysis_unit: 'percent', nutrient: 'Crude protein' });
  expect(tilesOf(data, 'value')).toMatchObject({ analysis_samples: 2, analyses_beyond: 1, analysis_oldest: 21 });
});

test('fewer than three earlier samples give no limits, and book values are no samples', async () => {
  const { rows } = await report(`planned_on_after=2026-01-01&planned_on_before=2026-01-31&ingredient=${feed}`);
  expect(rows.map((row) => row.analysis_usual)).toEqual([8, null, null, null]);
  expect((await report(`${MARCH}&ingredient=${farm.meal}`)).rows).toEqual([]);
});
