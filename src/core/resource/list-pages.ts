import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '#src/core/api/query-client.ts';
import type { ListState } from './list-state.ts';
import type { PageQuery, Rows } from './queries.ts';

export interface ListPages<Row> {
  first: Rows<Row>;
  pageQuery: PageQuery<Row>;
  state: ListState;
  /** True while the first page belongs to another list. */
  dimmed: boolean;
}

/** Rows to prefetch in both directions. */
const AHEAD = 25;

/** Ms of rest before pages are requested, so that passed ones aren't. */
const REST_MS = 80;

export function useRows<Row>({ first, pageQuery, dimmed, state: { pageSize } }: ListPages<Row>, start: number, end: number) {
  const toPageNumber = (index: number) => Math.floor(Math.max(0, Math.min(index, first.count - 1)) / pageSize) + 1;
  const [span] = useDebouncedValue(`${toPageNumber(start - AHEAD)} ${toPageNumber(end + AHEAD)}`, REST_MS, { leading: true });
  const [from = 1, to = 1] = span.split(' ').map(Number);
  const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const answers = useQueries({ queries: pages.map(pageQuery) });

  // Pages from before and after a change don't fit: the older ones are fetched again.
  const counts = [first.count, ...answers.map(({ data }) => data?.count ?? first.count)];
  const apart = !dimmed && new Set(counts).size > 1 && counts.join();
  const fetchOlder = useEffectEvent(() => {
    const newest = Math.max(...answers.map(({ dataUpdatedAt }) => dataUpdatedAt));
    const fresh = pages.filter((_, at) => answers[at]?.dataUpdatedAt === newest);
    const older = [...new Set([1, ...pages])].filter((page) => !fresh.includes(page));
    for (const page of older) void queryClient.invalidateQueries({ queryKey: pageQuery(page).queryKey, exact: true });
  });
  useEffect(() => {
    if (apart) fetchOlder();
  }, [apart]);

  // The first page is the list's own. Its rows stay while another order loads.
  const known = new Map<number, readonly Row[] | undefined>([[1, first.rows]]);
  return (index: number): Row | undefined => {
    const page = toPageNumber(index);
    if (!known.has(page)) known.set(page, queryClient.getQueryData<Rows<Row>>(pageQuery(page).queryKey)?.rows);
    return known.get(page)?.[index % pageSize];
  };
}
