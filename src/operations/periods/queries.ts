import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadings, schedules } from '#contract/operations/feedings.ts';
import { periods } from '#contract/operations/periods.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { listQuery, type Rows, refresh, useList } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';

export type Period = RowOf<typeof periods>;

/** The lists that change with a period: the plans that it creates. */
export const PERIOD_VIEWS = [schedules, loadings, { id: 'farms' }] as const;

const query = { page_size: 1000, ordering: 'position' };

export const usePeriods = (farm: number) => useList(periods, query, { farm });

/** Shows changed periods at once, sends them, and takes them back when the server refuses. */
function usePeriodChange<Input>(
  farm: number,
  change: (rows: readonly Period[], input: Input) => Period[],
  send: (input: Input) => Promise<unknown>,
) {
  const { t } = useTranslation('core');
  const { queryKey } = listQuery<typeof periods>(periods, query, { farm });
  return useMutation({
    mutationFn: send,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Rows<Period>>(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, rows: change(before.rows, input) });
      return before;
    },
    onError: (error, _input, before) => {
      queryClient.setQueryData(queryKey, before);
      toast.error(failureText(t, error));
    },
    onSettled: () => refresh(periods, ...PERIOD_VIEWS),
  });
}

/** Turns a period on or off. */
export const useActivate = (farm: number) =>
  usePeriodChange<{ period: Period; active: boolean }>(
    farm,
    (rows, { period, active }) => rows.map((row) => (row.id === period.id ? { ...row, active } : row)),
    ({ period, active }) => api.put(`${periods.path}/${period.id}/`, { body: { active, version: period.version }, farm }),
  );

/** Sorts periods: sends the new position of each moved one. */
export const useOrder = (farm: number) =>
  usePeriodChange<Period[]>(
    farm,
    (_, ordered) => ordered.map((row, index) => ({ ...row, position: index + 1 })),
    async (ordered) => {
      for (const [index, row] of ordered.entries()) {
        if (row.position === index + 1) continue;
        await api.put(`${periods.path}/${row.id}/`, { body: { position: index + 1, version: row.version }, farm });
      }
    },
  );
