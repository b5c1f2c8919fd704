import { expect, test } from 'vitest';
import { SavedFilters } from '#contract/operations/blanks.ts';
import { daysFromParams, type Filters, filtersOf } from '#src/core/report/filters.ts';
import { fixedDays, savedAddress, savedValues, withDays } from './saved-filters.ts';

const fallback: Filters = { after: '2026-01-01', before: '2026-01-01', lists: {} };

test('saved filters lead to the same filters, including lists with one value', () => {
  const filters: Filters = {
    after: '2026-03-01',
    before: '2026-03-31',
    lists: { farm: ['3'], ration: ['1', '12'], status: ['loaded', 'uploaded'] },
  };
  const { filters: others, days } = savedValues(filters);
  const kept = withDays(others, days);
  expect(fixedDays(kept)).toEqual(days);
  expect(SavedFilters.parse(kept)).toEqual(kept);
  const [path, query] = savedAddress({ route: 'mixer-loads' }, kept).split('?');
  expect(path).toBe('reports/mixer-loads');
  const offered = ['farm', 'planned_on_after', 'planned_on_before', 'ration', 'status'] as const;
  expect(filtersOf(new URLSearchParams(query), offered, fallback)).toEqual(filters);
});

test('a saved period gives the days as of the day on which it is opened', () => {
  const { filters } = savedValues({ after: '2026-03-01', before: '2026-03-31', lists: { farm: ['3'] } });
  const kept = withDays({ ...filters, planned_on_after: '2026-03-01', month: '2026-03' }, 'last_month');
  expect(kept).toEqual({ farm: ['3'], period: 'last_month' });
  const params = new URLSearchParams(savedAddress({ route: 'mixer-loads' }, kept).split('?')[1]);
  const seenOn = (today: string) =>
    filtersOf(params, ['farm', 'planned_on_after', 'planned_on_before'], { ...daysFromParams(params, 'days_7', today), lists: {} });
  expect(seenOn('2026-04-02')).toMatchObject({ after: '2026-03-01', before: '2026-03-31', lists: { farm: ['3'] } });
  expect(seenOn('2026-05-31')).toMatchObject({ after: '2026-04-01', before: '2026-04-30' });
});

test('days in the address override a period, and an unknown period is ignored', () => {
  const read = (address: string) => daysFromParams(new URLSearchParams(address), 'yesterday', '2026-03-02');
  expect(read('period=fortnight')).toEqual({ after: '2026-03-01', before: '2026-03-01' });
  const params = new URLSearchParams('period=today&planned_on_after=2026-01-01&planned_on_before=2026-01-02');
  expect(filtersOf(params, [], { ...daysFromParams(params, 'yesterday', '2026-03-02'), lists: {} })).toMatchObject({
    after: '2026-01-01',
    before: '2026-01-02',
  });
});
