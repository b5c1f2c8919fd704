import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { useCurrentClient } from '../api/place.ts';
import { isClientUser, useMe } from '../api/session.ts';

/** The name of the client that was entered; nothing is asked for a client's own users. */
export function useEnteredClient() {
  const client = useCurrentClient();
  return useQuery({
    queryKey: ['clients', 'name', client],
    queryFn: async () => (await api.get<{ company_name: string }>(`dashboard/clients/${client}/`)).data.company_name,
    enabled: client !== null,
  });
}

/** The client whose figures are shown. */
export function useClientName(): string {
  const me = useMe();
  const { data } = useEnteredClient();
  return (isClientUser(me) ? me.client_name : data) ?? '';
}
