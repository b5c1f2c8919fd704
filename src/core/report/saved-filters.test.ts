import { expect, test } from 'vitest';
import { SavedFilters } from '../../../contract/operations/report-additional.ts';
import { type Filters, filtersOf } from './filters.ts';
import { savedAddress, savedValues } from './saved-filters.ts';

const fallback: Filters = { after: '2026-01-01', before: '2026-01-01', lists: {} };

test('what was kept leads to the same filters, lists of one included', () => {
  const filters: Filters = {
    after: '2026-03-01',
    before: '2026-03-31',
    lists: { farm: ['3'], ration: ['1', '12'], status: ['loaded', 'uploaded'] },
  };
  const kept = savedValues(filters);
  expect(SavedFilters.parse(kept)).toEqual(kept);
  const [path, query] = savedAddress('mixer-loads', kept).split('?');
  expect(path).toBe('reports/mixer-loads');
  const offered = ['farm', 'planned_on_after', 'planned_on_before', 'ration', 'status'] as const;
  expect(filtersOf(new URLSearchParams(query), offered, fallback)).toEqual(filters);
});
