import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadings, type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { listQuery, type Rows, refresh, useList } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';

export type Loading = RowOf<typeof loadings>;

const dayQuery = (day: string) => ({ planned_on: day, page_size: 1000, ordering: 'position' });

/** The day's plan, optionally filtered. */
export const useSchedulesOf = (farm: number, day: string, narrowing: Query = {}) =>
  useList(schedules, { ...dayQuery(day), ...narrowing }, { farm });

/** Periods on a date, for their times. */
export const useLoadingsOf = (farm: number, day: string) =>
  useList(loadings, { planned_on: day, page_size: 1000, ordering: 'start_time' }, { farm });

/** Lists that show changes of feedings. */
export const SCHEDULE_VIEWS = [schedules, loadings, { id: 'farms' }] as const;

/** Sorts the day's feedings: shown immediately, and undone if the server refuses. */
export function useReorder(farm: number, day: string) {
  const { t } = useTranslation('core');
  const { queryKey } = listQuery<typeof schedules>(schedules, dayQuery(day), { farm });
  return useMutation({
    mutationFn: (ids: number[]) => api.post(`${schedules.path}/ordering/`, { body: { ids }, farm }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Rows<ScheduleRow>>(queryKey);
      if (before) {
        const byId = new Map(before.rows.map((row) => [row.id, row]));
        const rows = ids.flatMap((id, index) => (byId.has(id) ? [{ ...byId.get(id)!, position: index }] : []));
        queryClient.setQueryData(queryKey, { ...before, rows });
      }
      return before;
    },
    onError: (error, _ids, before) => {
      queryClient.setQueryData(queryKey, before);
      toast.error(failureText(t, error));
    },
    onSettled: () => refresh(schedules, loadings),
  });
}
