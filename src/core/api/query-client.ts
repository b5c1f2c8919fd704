import { type Query, QueryClient } from '@tanstack/react-query';
import type { Listed } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { ApiError } from './api-error.ts';
import { currentClient } from './place.ts';
import { session } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `of`: additional resources whose changes refetch the query. */
    queryMeta: { of?: readonly ResourceId[] };
  }
}

/** Rows stay fresh until an event or for a minute. Only requests lost by the network are repeated. */
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

/** Queries that a resource's change affects: those whose key begins with it, and those that declare it in `meta.of`. */
export const shows = (resource: Listed['id']) => ({
  predicate: ({ queryKey, meta }: Query) => queryKey[0] === resource || meta?.of?.some((one) => one === resource) === true,
});

// Data of one client or user must never be shown to the next.
currentClient.subscribe(() => queryClient.clear());
session.subscribe(() => {
  if (session.get().status === 'out') queryClient.clear();
});
