import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FarmCard } from '#contract/operations/farms.ts';
import { api } from '#src/core/api/api.ts';
import { orKept } from '#src/core/api/kept.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';

const farmsQuery = queryOptions({
  queryKey: ['farms', 'all'],
  queryFn: ({ signal }) =>
    orKept(
      'farms',
      async () => (await api.get<FarmCard[]>('manager/farms/dashboard/', { query: { page_size: 1000, ordering: 'name' }, signal })).data,
    ),
});

/** Starts loading the farms before a component shows them. */
export const beginFarms = () => void queryClient.prefetchQuery(farmsQuery);

/** All farms of the user in the current client, in one page: for the switcher, the menu and timezones. Empty while no client is entered. */
export function useFarms() {
  const me = useMe();
  const client = useCurrentClient();
  return useQuery({ ...farmsQuery, enabled: isClientUser(me) || client !== null });
}
