import { useInfiniteQuery } from '@tanstack/react-query';
import { clients } from '../../../contract/admin/clients.ts';
import type { RowOf } from '../../../contract/resource.ts';
import { api } from '../../core/api/api.ts';

export type Client = RowOf<typeof clients>;

export const PAGE_SIZE = 20;

/** The number of the page that follows; none once 20 × the pages reach the count. */
export const nextPage = (pages: number, count: number): number | undefined => (PAGE_SIZE * pages < count ? pages + 1 : undefined);

/** Pages as one list; a client that moved between two loads shows once. */
export const mergePages = (pages: readonly (readonly Client[])[]): Client[] => [
  ...new Map(pages.flat().map((client) => [client.id, client])).values(),
];

/** The clients that the user looks after, 20 at a time. */
export function useClients(search: string) {
  return useInfiniteQuery({
    queryKey: [clients.id, 'pages', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: pageParam, page_size: PAGE_SIZE, search, ordering: 'company_name' };
      const { data, count } = await api.get<Client[]>(`${clients.path}/`, { query, signal });
      return { rows: data, count: count ?? data.length };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => nextPage(pages.length, last.count),
    select: ({ pages }) => ({ rows: mergePages(pages.map(({ rows }) => rows)), count: pages.at(-1)?.count ?? 0 }),
  });
}
