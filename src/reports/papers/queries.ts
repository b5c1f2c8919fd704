import { useQuery } from '@tanstack/react-query';
import type { KeptPaper } from '#common/files/forms/paper-sources.ts';
import { type PaperContent, papers } from '#contract/reports/papers.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { allRows } from '#src/core/resource/all-rows.ts';

export type Paper = RowOf<typeof papers>;

/** Every version of the papers that match, the newest first. */
export function usePapersOf(query: Query, enabled = true) {
  return useQuery({
    queryKey: [papers.id, 'all', query],
    enabled,
    queryFn: ({ signal }) => allRows<Paper>({ resource: papers, query }, signal),
  });
}

/** A paper with its contents. The contents never change, so that they are fetched once. */
async function fetchKept({ id, month, number, version, hash, earlier_hash, issued_at }: Paper): Promise<KeptPaper> {
  const content = await queryClient.fetchQuery({
    queryKey: ['paper content', hash],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.get<PaperContent>(`${papers.path}/${id}/content/`, { signal })).data,
  });
  return { month, number, version, hash, earlier_hash, issued_at, content };
}

export function useKeptPaper(paper: Paper) {
  return useQuery({ queryKey: [papers.id, 'kept', paper.id], queryFn: () => fetchKept(paper) });
}

/** All papers of a form template, and the current ones of these months with their contents. */
export function useTemplatePapers(blank: number | undefined, months: readonly string[], enabled: boolean) {
  return useQuery({
    queryKey: [papers.id, 'template', blank, months],
    enabled: enabled && blank !== undefined,
    queryFn: async ({ signal }) => {
      const all = await allRows<Paper>({ resource: papers, query: { blank } }, signal);
      const current = all.filter((paper) => paper.current && months.includes(paper.month));
      return { all, current, kept: await Promise.all(current.map(fetchKept)) };
    },
  });
}
