import { useQuery } from '@tanstack/react-query';
import type { Permission } from '#contract/access.ts';
import { api } from '#src/core/api/api.ts';

/** All grantable items, which change only with the program. */
export const useGrantable = () =>
  useQuery({
    queryKey: ['groupsettings'],
    queryFn: async ({ signal }) => (await api.get<Permission[]>('perm/groupsettings/', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
