import { useMutation } from '@tanstack/react-query';
import { addDays } from '#contract/days.ts';
import type { Imported } from '#contract/imports.ts';
import { groups } from '#contract/operations/groups.ts';
import { milk, milkPrices } from '#contract/operations/milk.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';
import type { Milk } from './month.ts';

/** So many days before a month may tell its first day's fat and protein. */
const BEFORE = 31;

export const useMilk = (farm: number, days: readonly string[], group: number | null) =>
  useList(
    milk,
    {
      day_after: addDays(days[0] ?? '', -BEFORE),
      day_before: days.at(-1),
      page_size: 1000,
      ...(group === null ? {} : { group }),
    },
    { farm },
  );

export const useMilkPrices = (farm: number) =>
  useList(milkPrices, { farm, page_size: 1000, ordering: '-from' }, { farm, enabled: useAccess().can('stock', 'view') });

export const useGroups = (farm: number) =>
  useList(groups, { page_size: 1000, ordering: 'name' }, { farm, enabled: useAccess().can('group', 'view') });

type Day = Pick<Milk, 'group' | 'day' | 'kg' | 'fat' | 'protein' | 'price'>;

/** Says what is so of a day, whatever was said before. */
export function useMilkDay(farm: number) {
  return useMutation({
    mutationFn: (day: Day) => api.put<Milk>(`${milk.path}/`, { body: { farm, ...day }, farm }),
    onSettled: () => refresh(milk),
  });
}

/** Many days at once, all or none. */
export function useMilkDays(farm: number) {
  return useMutation({
    mutationFn: (rows: readonly Omit<Day, 'price'>[]) => api.post<Imported>(`${milk.path}/import/`, { body: { farm, rows }, farm }),
    onSettled: () => refresh(milk),
  });
}
