import { type Query, QueryClient } from '@tanstack/react-query';
import type { Listed } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { session } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `of`: the resources by whose changes it is fetched again, beside that of its key. */
    queryMeta: { of?: readonly ResourceId[] };
  }
}

/** Rows stay as they are until an event or a minute passes; only what the network lost is fetched again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 600_000,
      networkMode: 'offlineFirst',
      retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** The queries that a change of a resource concerns: those whose key begins with it, and those that say in `meta.of` that they are made of it. */
export const shows = (resource: Listed['id']) => ({
  predicate: ({ queryKey, meta }: Query) => queryKey[0] === resource || meta?.of?.some((one) => one === resource) === true,
});

// What one client or user may see must never be shown to the next.
currentClient.subscribe(() => queryClient.clear());
session.subscribe(() => {
  if (session.get().status === 'out') queryClient.clear();
});
