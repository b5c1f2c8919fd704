import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ActivityRow } from '../../../contract/admin/activities.ts';
import { api } from '../../core/api/api.ts';
import type { Query } from '../../core/api/query-string.ts';

export type Activity = z.infer<typeof ActivityRow>;

/** The log, which can only be read. */
export const ACTIVITIES = { id: 'activities', path: 'dashboard/activities' };

/** A page of the log, newest first. */
export function useActivities(query: Query) {
  return useQuery({
    queryKey: [ACTIVITIES.id, query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<Activity[]>(`${ACTIVITIES.path}/`, { query, signal });
      return { rows: data, count: count ?? data.length };
    },
    placeholderData: keepPreviousData,
    // Whatever anybody does lengthens it.
    staleTime: 0,
  });
}
