import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { clients } from '../../../contract/admin/clients.ts';
import { api } from '../api/api.ts';
import { useCurrentClient } from '../api/place.ts';
import { isClientUser, useMe } from '../api/session.ts';

type EnteredClient = Pick<z.output<typeof clients.row>, 'company_name' | 'currency' | 'weighs_in_pounds'>;

/** The client that was entered; nothing is asked for a client's own users. */
export function useEnteredClient() {
  const client = useCurrentClient();
  return useQuery({
    queryKey: ['clients', 'entered', client],
    queryFn: async () => (await api.get<EnteredClient>(`dashboard/clients/${client}/`)).data,
    enabled: client !== null,
  });
}

/** The client whose figures are shown. */
export function useClientName(): string {
  const me = useMe();
  const { data } = useEnteredClient();
  return (isClientUser(me) ? me.client_name : data?.company_name) ?? '';
}
