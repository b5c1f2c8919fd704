import { useMutation } from '@tanstack/react-query';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { groups } from '#contract/operations/groups.ts';
import { leftovers } from '#contract/operations/leftovers.ts';
import type { RowOf } from '#contract/resource.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';

export type Leftover = RowOf<typeof leftovers>;
export type FedGroup = Pick<RowOf<typeof groups>, 'id' | 'name' | 'animal_count'>;

export const useLeftovers = (farm: number, first: string, last: string) =>
  useList(leftovers, { date_after: first, date_before: last, page_size: 1000 }, { farm });

export const usePlans = (farm: number, first: string, last: string) =>
  useList(schedules, { planned_on_after: first, planned_on_before: last, page_size: 1000 }, { farm });

/** The farm's groups; for those who may not see the list of them, the groups that the days' plans feed. */
export function useGroups(farm: number, plans: ReturnType<typeof usePlans>) {
  const listed = useAccess().can('group', 'view');
  const all = useList(groups, { page_size: 1000, ordering: 'name' }, { farm, enabled: listed });
  const { error, refetch } = listed ? all : plans;
  return { error, refetch, rows: listed ? all.data?.rows : plans.data && groupsOf(plans.data.rows) };
}

/** Each with the heads of the last plan. */
export function groupsOf(plans: readonly Pick<ScheduleRow, 'planned_on' | 'groups'>[]): FedGroup[] {
  const fed = plans
    .toSorted((a, b) => a.planned_on.localeCompare(b.planned_on))
    .flatMap((plan) => plan.groups.map(({ group, group_name, heads }) => ({ id: group, name: group_name, animal_count: heads })));
  return [...new Map(fed.map((group) => [group.id, group])).values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

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
