import { useQuery } from '@tanstack/react-query';
import { type ReportId, reportNamed } from '#contract/reports/index.ts';
import type { ReportFilters } from '#contract/reports/shape.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { SOURCES } from '#src/core/report/queries.ts';

/** A block's figures, asked for anew when what they are made of changes. */
export function useBlock<T>(name: 'cost' | 'wrong' | 'farms' | 'intakes') {
  return useQuery({
    queryKey: ['reports', 'home', name],
    queryFn: async ({ signal }) => (await api.get<T>(`report/home/${name}/`, { signal })).data,
    meta: { of: SOURCES },
  });
}

/** The report that a figure is from, asked as it was. */
export function useSource() {
  const path = useAppPath();
  return ({ report, filters }: { report: ReportId; filters: ReportFilters }): string => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(filters)) for (const one of [value].flat()) params.append(name, String(one));
    return path(`reports/${reportNamed(report)?.route}?${params}`);
  };
}
