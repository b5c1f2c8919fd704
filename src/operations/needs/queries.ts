import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { IngredientNeed } from '../../../contract/operations/ingredients.ts';
import { api } from '../../core/api/api.ts';
import type { Query } from '../../core/api/query-string.ts';

export const NEEDS_PATH = 'manager/ingredients/needs';
/** What a need is made of beside what is in stock. */
const MADE_OF = ['schedules', 'loadings', 'periods', 'batches', 'rations', 'recipes', 'groups'];

/** What the coming days need of each feed, what runs short first at the top. */
export function useNeeds(query: Query, enabled = true) {
  return useQuery({
    queryKey: ['ingredients', 'needs', query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<IngredientNeed[]>(`${NEEDS_PATH}/`, { query, signal });
      return { rows: data, count: count ?? data.length };
    },
    meta: { of: MADE_OF },
    placeholderData: keepPreviousData,
    enabled,
  });
}
