import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clients } from '#contract/admin/clients.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';

export type Client = RowOf<typeof clients>;

export const PAGE_SIZE = 20;

/** The number of the next page; undefined when 20 × the pages reach the count. */
export const nextPage = (pages: number, count: number): number | undefined => (PAGE_SIZE * pages < count ? pages + 1 : undefined);

/** Pages as one list. A client that moved between two loads occurs once. */
export const mergePages = (pages: readonly (readonly Client[])[]): Client[] => [
  ...new Map(pages.flat().map((client) => [client.id, client])).values(),
];

interface ClientPage {
  rows: Client[];
  count: number;
}

/** True if the pages seem to be of one moment; otherwise a client may be missing between two pages. */
export const areOfOneMoment = (pages: readonly ClientPage[]): boolean =>
  pages.every(({ count }) => count === pages[0]?.count) &&
  mergePages(pages.map(({ rows }) => rows)).length === pages.reduce((sum, { rows }) => sum + rows.length, 0);

/** The user's clients, 20 at a time. Pages from before and after a change are all fetched again. */
export function useClients(search: string) {
  const result = useInfiniteQuery({
    queryKey: [clients.id, 'pages', search],
    queryFn: async ({ pageParam, signal }): Promise<ClientPage> => {
      const query = { page: pageParam, page_size: PAGE_SIZE, search, ordering: 'company_name' };
      const { data, count } = await api.get<Client[]>(`${clients.path}/`, { query, signal });
      return { rows: data, count: count ?? data.length };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => nextPage(pages.length, last.count),
    select: ({ pages }) => ({
      rows: mergePages(pages.map(({ rows }) => rows)),
      count: pages.at(-1)?.count ?? 0,
      fit: areOfOneMoment(pages),
    }),
  });
  const { data, isFetching, refetch } = result;
  const fit = data?.fit ?? true;
  useEffect(() => {
    if (!fit && !isFetching) void refetch();
  }, [fit, isFetching, refetch]);
  return result;
}
