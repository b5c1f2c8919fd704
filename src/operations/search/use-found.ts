import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Found, SHORTEST_SEARCH } from '#contract/operations/search.ts';
import { api } from '#src/core/api/api.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';
import { matching } from '#src/core/layout/matching.ts';

const PAUSE = 50;
const NONE: Found[] = [];

/** The rows of the current client that match the typed text; until they arrive, the former rows that still match. */
export function useFound(typed: string): Found[] {
  const me = useMe();
  const client = useCurrentClient();
  const [search] = useDebouncedValue(typed.trim(), PAUSE);
  const enabled = search.length >= SHORTEST_SEARCH && (isClientUser(me) || client !== null);
  const { data = NONE, isPlaceholderData } = useQuery({
    queryKey: ['search', client, search],
    queryFn: async ({ signal }) => (await api.get<Found[]>('manager/search/', { query: { search }, signal })).data,
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 30_000,
  });
  if (!enabled || typed.trim().length < SHORTEST_SEARCH) return NONE;
  return isPlaceholderData || search !== typed.trim()
    ? matching(data, typed, ({ name, farm_name, day }) => ({ name, words: `${farm_name} ${day}` }))
    : data;
}
