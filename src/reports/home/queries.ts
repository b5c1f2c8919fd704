import { useQuery } from '@tanstack/react-query';
import { type ReportId, reportNamed } from '#contract/reports/index.ts';
import type { ReportFilters } from '#contract/reports/shape.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { SOURCES } from '#src/core/report/queries.ts';

/** Loads a block's figures, and reloads them when their data changes. */
export function useBlock<T>(name: 'trends' | 'cost' | 'wrong' | 'farms' | 'intakes') {
  return useQuery({
    queryKey: ['reports', 'home', name],
    queryFn: async ({ signal }) => (await api.get<T>(`report/home/${name}/`, { signal })).data,
    meta: { of: SOURCES },
  });
}

interface Source {
  report: ReportId;
  filters: ReportFilters;
}

/** The report that a figure is from, asked as it was; within its client. */
export function sourceAddress({ report, filters }: Source): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) for (const one of [value].flat()) params.append(name, String(one));
  return `reports/${reportNamed(report)?.route}?${params}`;
}

/** The same as an address of the client that is open. */
export function useSource() {
  const path = useAppPath();
  return (source: Source): string => path(sourceAddress(source));
}
