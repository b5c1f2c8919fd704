import { useMutation } from '@tanstack/react-query';
import { groups } from '../../../../contract/operations/groups.ts';
import { leftovers } from '../../../../contract/operations/leftovers.ts';
import { schedules } from '../../../../contract/operations/schedules.ts';
import type { RowOf } from '../../../../contract/resource.ts';
import { api } from '../../../core/api/api.ts';
import { refresh, useList } from '../../../core/resource/queries.ts';

export type Leftover = RowOf<typeof leftovers>;

export const useGroups = (farm: number) => useList(groups, { page_size: 1000, ordering: 'name' }, { farm });

export const useLeftovers = (farm: number, first: string, last: string) =>
  useList(leftovers, { date_after: first, date_before: last, page_size: 1000 }, { farm });

export const usePlans = (farm: number, first: string, last: string) =>
  useList(schedules, { planned_on_after: first, planned_on_before: last, page_size: 1000 }, { farm });

/** Writes one weighing down: a new one, or another weight for one that is there. */
export function useWeighing(farm: number) {
  return useMutation({
    mutationFn: ({ found, ...values }: { found: Leftover | undefined; group: number; date: string; weight: number }) =>
      found
        ? api.put<Leftover>(`${leftovers.path}/${found.id}/`, { body: { weight: values.weight, version: found.version }, farm })
        : api.post<Leftover>(`${leftovers.path}/`, { body: { farm, ...values }, farm }),
    onSettled: () => refresh(leftovers),
  });
}
