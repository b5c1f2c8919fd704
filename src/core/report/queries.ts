import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../../../contract/kinds.ts';
import type { ReportData, ReportDefinition } from '../../../contract/reports/shape.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import type { Query } from '../api/query-string.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { type Filters, queryOf } from './filters.ts';

/** A change of any of these may change a report's figures. */
const SOURCES = [
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
];
/** A year over many farms may take its time. */
const TIMEOUT = 120_000;

const pathOf = ({ id, path, address }: ReportDefinition) => address ?? `report/${path ?? `${id}/make`}`;

function reportQuery(definition: ReportDefinition, filters: Filters, language: Language) {
  const query = { ...queryOf(filters), language };
  return queryOptions({
    queryKey: ['reports', definition.id, query],
    queryFn: async ({ signal }) => (await api.get<ReportData>(`${pathOf(definition)}/`, { query, signal, timeout: TIMEOUT })).data,
    meta: { of: SOURCES },
  });
}

/** Asks before the report's page is there, which then finds the figures. */
export const beginReportQuery = (definition: ReportDefinition, filters: Filters, language: Language) =>
  void queryClient.prefetchQuery(reportQuery(definition, filters, language));

/** While other filters load, the figures shown before stay (`isPlaceholderData`). */
export function useReport(definition: ReportDefinition, filters: Filters, enabled: boolean) {
  const language = useLanguage();
  return useQuery({ ...reportQuery(definition, filters, language), enabled, placeholderData: keepPreviousData });
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
