import { useQuery } from '@tanstack/react-query';
import { groups, type HeadCount } from '#contract/operations/groups.ts';
import { api } from '#src/core/api/api.ts';

/** A group's head counts, newest first; refetched with the group. */
export function useHeads(farm: number, group: number) {
  return useQuery({
    queryKey: [groups.id, 'heads', farm, group],
    queryFn: async ({ signal }) => (await api.get<HeadCount[]>(`${groups.path}/${group}/heads/`, { farm, signal })).data,
  });
}

/** The points of the step chart: each count from its day on, the last until today. */
export function stepsOf(heads: readonly HeadCount[], today: string): { at: number; heads: number }[] {
  const steps = heads.toReversed().map(({ day, heads: count }) => ({ at: Date.parse(day), heads: count }));
  const last = steps.at(-1);
  return last && last.at < Date.parse(today) ? [...steps, { at: Date.parse(today), heads: last.heads }] : steps;
}
