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
/** A year over many farms may take its time. */
const TIMEOUT = 120_000;
/** What changes one of these, changes what is found. */
const SOURCES: readonly ResourceId[] = ['schedules', 'batches', 'deliveries', 'ingredients', 'stocks', 'farms', 'additional'];

/** Whose month it is that the steps are about. */
export interface Chosen {
  month: string;
  farms: readonly number[];
}

function useMonthEnd<T>(what: string, query: Query, sources = SOURCES) {
  return useQuery({
    queryKey: [closedMonths.id, 'month-end', what, query],
    queryFn: async ({ signal }) => (await api.get<T>(`${MONTH_END}/${what}/`, { query, signal, timeout: TIMEOUT })).data,
    meta: { of: sources },
  });
}

export const useMatrix = () => useMonthEnd<MonthEndFarm[]>('matrix', {});
/** Budget and fact of each farm that has a budget of the month. */
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
const queryOf = ({ month, farms }: Chosen): Query => ({ month, farm: [...farms] });
export const useChecks = (chosen: Chosen) => useMonthEnd<MonthCheck[]>('checks', queryOf(chosen));
/** As the archive is asked for. */
export const usePapersQuery = (chosen: Chosen): Query => ({ ...queryOf(chosen), language: useLanguage() });
export const usePapers = (chosen: Chosen) => useMonthEnd<MonthPaper[]>('papers', usePapersQuery(chosen));
export const useMailWays = () => useMonthEnd<PapersMailWays>('mail', {}, ['subscriptions']);
