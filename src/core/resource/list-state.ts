import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Query } from '#src/core/api/query-string.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { withParams } from '#src/core/layout/with-params.ts';

export interface ListState {
  /** The first visible row, from 0. */
  top: number;
  pageSize: number;
  /** `name`, or `-name` for reverse order. */
  ordering: string;
  /** The text of the search field. The query follows a moment later. */
  search: string;
  setTop(row: number): void;
  setOrdering(ordering: string): void;
  setSearch(search: string): void;
  /** A filter's value in the address; null without one. */
  filter(name: string): string | null;
  setFilter(name: string, value: string | null): void;
  setFilters(values: Readonly<Record<string, string | null>>): void;
  /** True if a search or filter, apart from the farm, hides rows. */
  narrowed: boolean;
  /** Clears search and filters, except the farm. */
  reset(): void;
  /** The query of the first page, for `useList`. */
  query: Query;
}

/** The address's farm for the rows of all farms. */
const ALL = 'all';

/** The state of a list in the address, so that a link or going back shows the same rows. */
export function useListState({
  ordering: first,
  pageSize = 50,
  filters = [],
  ofFarm = false,
}: {
  ordering: string;
  pageSize?: number;
  /** Names of the screen's filters. */
  filters?: readonly string[];
  /** True if the header's farm limits the list while the address names neither another farm nor all. */
  ofFarm?: boolean;
}): ListState {
  const [params, setParams] = useSearchParams();
  const current = useCurrentFarm();
  const top = Math.max(0, Math.floor(Number(params.get('row')) || 1) - 1);
  const ordering = params.get('ordering') ?? first;
  const [search, setSearch] = useState(params.get('search') ?? '');
  const [searched] = useDebouncedValue(search.trim(), 250);

  const put = (changes: Record<string, string | null>) => setParams(withParams(changes), { replace: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search moves the address and begins at the first row
  useEffect(() => {
    if (searched !== (params.get('search') ?? '')) put({ search: searched || null, row: null });
  }, [searched]);

  const ofHeader = ofFarm && current ? String(current.id) : null;
  const read = (name: string) => {
    const value = params.get(name) ?? (name === 'farm' ? ofHeader : null);
    return name === 'farm' && value === ALL ? null : value;
  };
  const set = Object.fromEntries(filters.map((name) => [name, read(name)]));
  const others = filters.filter((name) => name !== 'farm');
  const none = Object.fromEntries(others.map((name) => [name, null]));
  // Another farm has other choices.
  const withOthers = (values: Readonly<Record<string, string | null>>) =>
    'farm' in values && values.farm !== set.farm ? { ...none, ...values, farm: values.farm ?? (ofHeader && ALL) } : values;

  return {
    top,
    pageSize,
    ordering,
    search,
    setTop: (next) => put({ row: next === 0 ? null : String(next + 1) }),
    setOrdering: (next) => put({ ordering: next === first ? null : next, row: null }),
    setSearch,
    filter: (name) => set[name] ?? null,
    setFilter: (name, value) => put({ ...withOthers({ [name]: value }), row: null }),
    setFilters: (values) => put({ ...withOthers(values), row: null }),
    narrowed: search !== '' || others.some((name) => set[name] !== null),
    reset: () => {
      setSearch('');
      put({ search: null, row: null, ...none });
    },
    query: {
      ...Object.fromEntries(Object.entries(set).map(([name, value]) => [name, value ?? undefined])),
      page_size: pageSize,
      ordering,
      search: params.get('search') ?? undefined,
    },
  };
}
