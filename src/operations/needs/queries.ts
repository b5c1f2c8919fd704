import type { IngredientNeed } from '#contract/operations/ingredients.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { useList } from '#src/core/resource/queries.ts';

/** Under the ingredients' id: they change with every feed. */
export const NEEDS = { id: 'ingredients', path: 'manager/ingredients/needs' } as const;
/** The resources that needs depend on, in addition to stock. */
const MADE_OF = ['schedules', 'loadings', 'periods', 'batches', 'rations', 'recipes', 'groups'] as const satisfies readonly ResourceId[];

/** The needs of each feed in the coming days; the feed that runs short first is at the top. */
export const useNeeds = (query: Query, enabled = true) => useList<typeof NEEDS, IngredientNeed>(NEEDS, query, { of: MADE_OF, enabled });
