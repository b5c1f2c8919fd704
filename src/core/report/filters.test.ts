import { expect, test } from 'vitest';
import { afterChoice, type Filters, filtersOf, paramsOf, resetFilters, withList } from './filters.ts';

const offered = ['farm', 'planned_on_after', 'planned_on_before', 'group', 'status'] as const;
const fallback: Filters = { after: '2026-03-01', before: '2026-03-07', lists: { farm: ['4'] } };
const read = (address: string) => filtersOf(new URLSearchParams(address), offered, fallback);

test('filters written to an address are read back the same', () => {
  const filters: Filters = {
    after: '2026-01-02',
    before: '2026-01-31',
    lists: { farm: ['4', '5'], group: ['7'], status: ['loaded', 'uploaded'] },
  };
  expect(filtersOf(paramsOf(filters), offered, fallback)).toEqual(filters);
});

test('lists may repeat or use commas; invalid values are ignored', () => {
  expect(read('group=1&group=2,3&group=1&group=-1&group=null&group=x&status=eaten').lists).toEqual({ farm: ['4'], group: ['1', '2', '3'] });
});

test('filters that the report does not offer are not passed on', () => {
  expect(read('mixer=9').lists).toEqual({ farm: ['4'] });
});

test.each(['', 'planned_on_after=2026-02-30&planned_on_before=2026-03-01', 'planned_on_after=2026-02-01'])(
  'a period needs two days that exist: %s',
  (address) => {
    expect(read(address)).toMatchObject({ after: '2026-03-01', before: '2026-03-07' });
  },
);

test('days in the wrong order are swapped', () => {
  expect(read('planned_on_after=2026-05-09&planned_on_before=2026-05-01')).toMatchObject({ after: '2026-05-01', before: '2026-05-09' });
});

test('reset keeps the farm, empties the lists and sets both days to today', () => {
  const filters = withList({ ...fallback, lists: { farm: ['5'] } }, 'group', ['1']);
  expect(resetFilters(filters, '2026-06-01')).toEqual({ after: '2026-06-01', before: '2026-06-01', lists: { farm: ['5'] } });
});

test('a list without values is removed', () => {
  expect(withList(withList(fallback, 'group', ['1']), 'group', [])).toEqual(fallback);
});

const ZONES: Record<string, string> = { 4: 'Europe/Kyiv', 5: 'Europe/Kyiv', 6: 'America/New_York' };
const choose = (before: Filters, next: Filters) =>
  afterChoice(
    before,
    next,
    ({ lists }) => ZONES[lists.farm?.[0] ?? ''] ?? 'UTC',
    (timezone) => (timezone === 'Europe/Kyiv' ? '2026-03-09' : '2026-03-08'),
  );

test('another farm resets the lists and the time of day, another timezone also the days', () => {
  const chosen: Filters = {
    after: '2026-01-02',
    before: '2026-01-31',
    lists: { farm: ['4'], group: ['7'], price_basis: ['today'] },
    times: { start: '05:00', end: '06:00' },
    previous: { after: '2025-01-02', before: '2025-01-31' },
  };
  const { times: _, ...rest } = chosen;
  expect(choose(chosen, withList(chosen, 'farm', ['5']))).toEqual({ ...rest, lists: { farm: ['5'], price_basis: ['today'] } });
  expect(choose(chosen, withList(chosen, 'farm', ['4', '6']))).toEqual({ ...rest, lists: { farm: ['4', '6'], price_basis: ['today'] } });
  expect(choose(chosen, withList(chosen, 'farm', ['6']))).toEqual({ after: '2026-03-08', before: '2026-03-08', lists: { farm: ['6'] } });
  const other = withList(chosen, 'group', ['8']);
  expect(choose(chosen, other)).toBe(other);
});
