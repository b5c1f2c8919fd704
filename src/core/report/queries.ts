import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '#contract/kinds.ts';
import { reportPath } from '#contract/report-path.ts';
import type { ReportData, ReportDefinition } from '#contract/reports/shape.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { type Filters, queryOf } from './filters.ts';

/** A change of any of these resources may change a report's figures. */
export const SOURCES = [
  'schedules',
  'loadings',
  'leftovers',
  'deliveries',
  'ingredients',
  'groups',
  'rations',
  'mixers',
  'stocks',
  'recipes',
  'farms',
  'month_closes',
  'batches',
  'remarks',
  'milk',
  'milkprices',
] as const satisfies readonly ResourceId[];
/** A report of a year over many farms may take long. */
const TIMEOUT = 120_000;

/** A report's response and its query. */
export interface ReportAnswer {
  data: ReportData;
  /** Number of all rows; `data` may contain only a part of them. */
  count?: number;
  query: Query;
}

/** A report's query by address, with all rows or a part of them (`contract/reports/window.ts`). */
export const reportQuery = (definition: ReportDefinition, query: Query) =>
  queryOptions({
    queryKey: ['reports', definition.id, query],
    queryFn: async ({ signal }): Promise<ReportAnswer> => ({
      ...(await api.get<ReportData>(`${reportPath(definition)}/`, { query, signal, timeout: TIMEOUT })),
      query,
    }),
    meta: { of: SOURCES },
  });

/** Number of rows loaded at first; the grid loads further ones when they come into view. */
export const WINDOW_ROWS = 1000;
const firstRows = (definition: ReportDefinition, filters: Filters, language: Language) =>
  reportQuery(definition, { ...queryOf(filters), language, page_size: WINDOW_ROWS });

/** Starts loading a report before its page's code is loaded. */
export const beginReportQuery = (definition: ReportDefinition, filters: Filters, language: Language) =>
  void queryClient.prefetchQuery(firstRows(definition, filters, language));

/** Loads all rows. While other filters load, the figures shown before stay (`isPlaceholderData`). */
export function useReport(definition: ReportDefinition, filters: Filters, enabled: boolean) {
  const language = useLanguage();
  return useQuery({
    ...reportQuery(definition, { ...queryOf(filters), language }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}

/** Loads the first rows and the number of all rows. */
export function useFirstRows(definition: ReportDefinition, filters: Filters, enabled: boolean) {
  const language = useLanguage();
  return useQuery({ ...firstRows(definition, filters, language), enabled, placeholderData: keepPreviousData });
}

export function useReportDetail(definition: ReportDefinition, rowId: string, switches: Query) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['reports', definition.id, 'detail', rowId, switches, language],
    queryFn: async ({ signal }) =>
      (
        await api.get<ReportData>(`report/${definition.path ?? definition.id}/${encodeURIComponent(rowId)}/detail/`, {
          query: { ...switches, language },
          signal,
          timeout: TIMEOUT,
        })
      ).data,
    meta: { of: SOURCES },
  });
}
