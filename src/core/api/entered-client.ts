import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { clients } from '#contract/admin/clients.ts';
import type { Module } from '#contract/rights.ts';
import { type Conventions, conventionsOf } from '#contract/words.ts';
import { api } from './api.ts';
import { orKept } from './kept.ts';
import { currentClient, useCurrentClient } from './place.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

type EnteredClient = Pick<z.output<typeof clients.row>, 'company_name' | 'currency' | 'weighs_in_pounds' | 'modules' | keyof Conventions>;

/** Data of the entered client for its screens. Nothing is requested for a client's own users. */
export const enteredQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['clients', 'entered', client],
    queryFn: () => orKept('entered', async () => (await api.get<EnteredClient>(`dashboard/clients/${client}/`)).data),
    enabled: client !== null,
  });

/** Modules of the entered client; undefined without one, or until they are loaded. */
export function useEnteredModules(): readonly Module[] | undefined {
  const client = useCurrentClient();
  return useQuery({ ...enteredQuery(client), select: ({ modules }) => modules }).data;
}

/** The reader's settings outside components: the own ones, otherwise those of the client in view. */
export function presentConventions(): Conventions {
  const { me } = session.get();
  return conventionsOf(me, queryClient.getQueryData(enteredQuery(currentClient.get()).queryKey), me?.client_conventions);
}

export const enteredModules = (): readonly Module[] | undefined =>
  queryClient.getQueryData(enteredQuery(currentClient.get()).queryKey)?.modules;

/** Loads the client's modules before its screens render. After a failure the screens request them again. */
export const beginClient = (client: number) => queryClient.ensureQueryData(enteredQuery(client)).catch(() => undefined);
