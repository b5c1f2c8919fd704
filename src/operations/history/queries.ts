import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type HistoryRow, type HistoryUser, historyOf } from '#contract/operations/history.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import { api } from '#src/core/api/api.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { type ListOptions, useList } from '#src/core/resource/queries.ts';

export type Change = z.infer<typeof HistoryRow>;

export const useHistory = (list: HistoryList, query: Query, options?: ListOptions) => useList(historyOf(list), query, options);

/** People who changed anything, for the filter. */
export const useHistoryUsers = () =>
  useQuery({
    queryKey: ['history', 'users'],
    queryFn: async ({ signal }) => (await api.get<HistoryUser[]>('history/users/', { signal })).data,
  });
