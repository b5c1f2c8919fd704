import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Found, SHORTEST_SEARCH } from '#contract/operations/search.ts';
import { api } from '#src/core/api/api.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';

const PAUSE = 120;
const NONE: Found[] = [];

/** The rows that what is typed finds in the client that one is in; those of what was typed before stand until they come. */
export function useFound(typed: string): Found[] {
  const me = useMe();
  const client = useCurrentClient();
  const [search] = useDebouncedValue(typed.trim(), PAUSE);
  const enabled = search.length >= SHORTEST_SEARCH && (isClientUser(me) || client !== null);
  const { data = NONE } = useQuery({
    queryKey: ['search', client, search],
    queryFn: async ({ signal }) => (await api.get<Found[]>('manager/search/', { query: { search }, signal })).data,
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 30_000,
  });
  return enabled && typed.trim().length >= SHORTEST_SEARCH ? data : NONE;
}
