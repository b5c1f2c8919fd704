import { expect, it } from 'vitest';
import type { Access } from '#src/core/access/use-access.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { drillAddress } from './drill.ts';

const access = { can: () => true } as unknown as Access;
const year: Filters = { after: '2026-01-01', before: '2026-12-31', lists: { farm: ['1'] } };
const parseAddress = (address: string | null) => {
  const [path, query = ''] = (address ?? '').split('?');
  const { row, measure: _, ...rest } = Object.fromEntries(new URLSearchParams(query));
  return { path, row, ...rest };
};

it('a row of a year opens its months, a month its days, a day the loads of the row', () => {
  const group = drillAddress({ group_id: 7 }, ['group'], year, access);
  expect(parseAddress(group)).toMatchObject({ path: 'reports/explorer', row: 'month', group: '7', planned_on_after: '2026-01-01' });

  const ofGroup: Filters = { ...year, lists: { ...year.lists, group: ['7'], row: ['month'] } };
  const february = drillAddress({ month: '2026-02-01' }, ['month'], ofGroup, access);
  expect(parseAddress(february)).toMatchObject({ row: 'day', group: '7', planned_on_after: '2026-02-01', planned_on_before: '2026-02-28' });

  const ofDays: Filters = { ...ofGroup, lists: { ...ofGroup.lists, row: ['day'] } };
  const day = drillAddress({ day: '2026-02-03' }, ['day'], ofDays, access);
  expect(parseAddress(day)).toEqual({
    path: 'reports/mixer-uploads',
    row: undefined,
    farm: '1',
    group: '7',
    planned_on_after: '2026-02-03',
    planned_on_before: '2026-02-03',
  });
});

it('a week or month at the edge stays within the range, and a feed’s day opens the loads with it', () => {
  const week = drillAddress({ week: '2025-12-29' }, ['week'], year, access);
  expect(parseAddress(week)).toMatchObject({ planned_on_after: '2026-01-01', planned_on_before: '2026-01-04' });

  const cut: Filters = { ...year, lists: { ...year.lists, row: ['ingredient', 'day'] } };
  const fed = drillAddress({ day: '2026-02-03', ingredient_id: 3 }, ['ingredient', 'day'], cut, access);
  expect(parseAddress(fed)).toMatchObject({ path: 'reports/mixer-loads', ingredient: '3', planned_on_after: '2026-02-03' });
});

it('a row that no filter can express opens nothing', () => {
  expect(drillAddress({ ingredient_type_id: 3 }, ['ingredient_type'], year, access)).toBeNull();
  expect(drillAddress({ operator_id: null }, ['operator'], year, access)).toBeNull();
});
