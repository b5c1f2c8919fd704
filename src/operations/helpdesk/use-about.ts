import { useQuery } from '@tanstack/react-query';
import type { About } from '#contract/admin/about.ts';
import { api } from '#src/core/api/api.ts';

/** The server's version and its operator's contact. */
export const useAbout = () =>
  useQuery({
    queryKey: ['about'],
    queryFn: async ({ signal }) => (await api.get<About>('about/', { signal })).data,
    staleTime: 300_000,
  });
