import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { HISTORY_LISTS, type HistoryList, HistoryRow, type HistoryUser, historyFilters } from '#contract/operations/history.ts';
import { defineResource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { type ListOptions, useList } from '#src/core/resource/queries.ts';

export type Change = z.infer<typeof HistoryRow>;

/** The list under the id of what it tells of, so that a change on any screen refetches it. */
export const historyResource = (list: HistoryList) =>
  defineResource({
    id: HISTORY_LISTS[list],
    path: `history/${list}`,
    permission: 'history',
    row: HistoryRow,
    create: z.object({}),
    filters: historyFilters,
    ordering: ['at', 'name', 'type', 'user_name'],
  });

export const useHistory = (list: HistoryList, query: Query, options?: ListOptions) => useList(historyResource(list), query, options);

/** Who has changed anything, for the filter. */
export const useHistoryUsers = () =>
  useQuery({
    queryKey: ['history', 'users'],
    queryFn: async ({ signal }) => (await api.get<HistoryUser[]>('history/users/', { signal })).data,
  });
