import { expect, test } from 'vitest';
import type { Base } from '#contract/reports/comparison.ts';
import { costChange } from '#contract/reports/cost-change.ts';
import { causesQuery } from './causes-query.ts';

const days = { planned_on_after: '2026-10-08', planned_on_before: '2026-10-14' };
const base: Base = {
  planned_on_after: '2026-10-01',
  planned_on_before: '2026-10-07',
  days: 7,
  days_with_facts: 7,
  coverage: 100,
  reason: null,
};
const overview = { ...days, farm: [3], price_basis: ['moment'], deviation: ['absolute'], compare_with: ['none'] };

test('causesQuery has the days, filters and comparison period of the answer, without ways of presentation', () => {
  const query = { ...days, previous_on_after: '2026-10-01', previous_on_before: '2026-10-07' };
  expect(causesQuery({ filters: { ...overview, group: [5] } as never, tiles_base: base }, costChange)).toEqual({
    ...query,
    farm: [3],
    group: [5],
  });
});

test.each([
  ['days with too few facts before', { filters: overview, tiles_base: { ...base, reason: 'few_facts' } }],
  ['no comparison period', { filters: overview }],
  ['prices that the report of causes lacks', { filters: { ...overview, price_basis: ['today'] }, tiles_base: base }],
  ['a filter that the report of causes lacks', { filters: { ...overview, ingredient: [7] }, tiles_base: base }],
])('causesQuery is null for %s', (_, answer) => {
  expect(causesQuery(answer as never, costChange)).toBeNull();
});
