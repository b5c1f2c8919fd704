import { useQuery } from '@tanstack/react-query';
import { closedMonths } from '#contract/operations/closed-months.ts';
import { monthRange } from '#contract/periods.ts';
import type { MonthCheck, MonthEndFarm, MonthPaper, PapersMailWays } from '#contract/reports/month-end.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';

export const MONTH_END = 'report/month-end';
/** A year over many farms may take long. */
const TIMEOUT = 120_000;
/** Resources whose changes may change the results. */
const SOURCES: readonly ResourceId[] = ['schedules', 'batches', 'deliveries', 'ingredients', 'stocks', 'farms', 'additional'];

/** Month and farms of the steps. */
export interface Chosen {
  month: string;
  farms: readonly number[];
}

function useMonthEnd<T>(what: string, query: Query, { sources = SOURCES, enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: [closedMonths.id, 'month-end', what, query],
    queryFn: async ({ signal }) => (await api.get<T>(`${MONTH_END}/${what}/`, { query, signal, timeout: TIMEOUT })).data,
    meta: { of: sources },
  });
}

export const useMatrix = () => useMonthEnd<MonthEndFarm[]>('matrix', {});
/** Budget and fact of each farm that has a budget for the month. */
export const useBudgetOfMonth = ({ month, farms }: Chosen) => {
  const { after, before } = monthRange(month);
  const query: Query = { farm: [...farms], planned_on_after: after, planned_on_before: before, budget_rows: 'month' };
  return useQuery({
    queryKey: [closedMonths.id, 'month-end', 'budget', query],
    queryFn: async ({ signal }) =>
      (await api.get<Pick<ReportData, 'rows'>>('report/budget/', { query, signal, timeout: TIMEOUT })).data.rows,
    meta: { of: [...SOURCES, 'budgets'] },
  });
};
const toQuery = ({ month, farms }: Chosen): Query => ({ month, farm: [...farms] });
/** Checks of the chosen farms; without farms nothing is requested, because an empty filter means all farms. */
export const useChecks = (chosen: Chosen) => useMonthEnd<MonthCheck[]>('checks', toQuery(chosen), { enabled: chosen.farms.length > 0 });
/** Query of the archive. */
export const usePapersQuery = (chosen: Chosen): Query => ({ ...toQuery(chosen), language: useLanguage() });
export const usePapers = (chosen: Chosen) => useMonthEnd<MonthPaper[]>('papers', usePapersQuery(chosen));
export const useMailWays = () => useMonthEnd<PapersMailWays>('mail', {}, { sources: ['subscriptions'] });
