import { IngredientNeed, ingredientNeedQuery } from '#contract/operations/ingredients.ts';
import { many } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { needsOf } from './needs.ts';

export const ingredientEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/manager/ingredients/needs',
    summary: 'What the plan of the coming days needs of each ingredient, against stock',
    need: { item: 'ingredient', action: 'view' },
    query: ingredientNeedQuery,
    response: many(IngredientNeed),
    handle: (context, { query }) => needsOf(context, query),
  }),
];
