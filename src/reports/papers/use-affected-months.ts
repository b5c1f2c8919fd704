import { useQuery } from '@tanstack/react-query';
import { type AffectedMonth, closedMonths } from '#contract/operations/closed-months.ts';
import { api } from '#src/core/api/api.ts';

/** The months that change when one is closed or reopened at these farms, in that order. */
export function useAffectedMonths(action: 'close' | 'reopen', farms: readonly number[], month: string, enabled = true) {
  return useQuery({
    queryKey: [closedMonths.id, 'affected', action, month, farms],
    enabled: enabled && farms.length > 0,
    queryFn: async ({ signal }): Promise<AffectedMonth[]> => {
      const query = { action, month, farm: [...farms] };
      return (await api.get<AffectedMonth[]>(`${closedMonths.path}/affected/`, { query, signal })).data;
    },
  });
}
