import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Query } from '../api/query-string.ts';

export interface ListState {
  page: number;
  pageSize: number;
  /** `name`, or `-name` when reversed. */
  ordering: string;
  /** What stands in the search field; the query follows a moment later. */
  search: string;
  setPage(page: number): void;
  setOrdering(ordering: string): void;
  setSearch(search: string): void;
  /** A filter's value in the address; null when it isn't set. */
  filter(name: string): string | null;
  setFilter(name: string, value: string | null): void;
  setFilters(values: Readonly<Record<string, string | null>>): void;
  /** A search or a filter leaves rows out. */
  narrowed: boolean;
  /** Takes the search and every filter back. */
  reset(): void;
  /** Ready for `useList`. */
  query: Query;
}

/** Where one is in a list, kept in the address, so that a link or going back shows the same rows. */
export function useListState({
  ordering: first,
  pageSize = 50,
  filters = [],
}: {
  ordering: string;
  pageSize?: number;
  /** Names of the query's filters that the screen offers. */
  filters?: readonly string[];
}): ListState {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const ordering = params.get('ordering') ?? first;
  const [search, setSearch] = useState(params.get('search') ?? '');
  const [sought] = useDebouncedValue(search.trim(), 250);

  const put = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(changes)) {
          if (value === null) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace: true },
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search moves the address and begins at the first page
  useEffect(() => {
    if (sought !== (params.get('search') ?? '')) put({ search: sought || null, page: null });
  }, [sought]);

  const set = Object.fromEntries(filters.map((name) => [name, params.get(name)]));

  return {
    page,
    pageSize,
    ordering,
    search,
    setPage: (next) => put({ page: next === 1 ? null : String(next) }),
    setOrdering: (next) => put({ ordering: next === first ? null : next, page: null }),
    setSearch,
    filter: (name) => set[name] ?? null,
    setFilter: (name, value) => put({ [name]: value, page: null }),
    setFilters: (values) => put({ ...values, page: null }),
    narrowed: search !== '' || Object.values(set).some((value) => value !== null),
    reset: () => {
      setSearch('');
      put({ search: null, page: null, ...Object.fromEntries(filters.map((name) => [name, null])) });
    },
    query: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [name, value ?? undefined])),
      page,
      page_size: pageSize,
      ordering,
      search: params.get('search') ?? undefined,
    },
  };
}
