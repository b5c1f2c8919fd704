import { useQuery } from '@tanstack/react-query';
import { enteredQuery } from '#src/core/api/entered-client.ts';
import { useCurrentClient } from '#src/core/api/place.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';

/** The client that was entered; a client's own users need no request. */
export function useEnteredClient() {
  const client = useCurrentClient();
  return useQuery(enteredQuery(client));
}

/** Name of the client whose data is shown. */
export function useClientName(): string {
  const me = useMe();
  const { data } = useEnteredClient();
  return (isClientUser(me) ? me.client_name : data?.company_name) ?? '';
}
