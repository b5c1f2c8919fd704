import { Craft, Crafted } from '#contract/operations/recipes.ts';
import { one } from '#contract/resource.ts';
import { endpoint } from '#server/platform/http/endpoint.ts';
import { craft } from './craft.ts';

export const recipeEndpoints = [
  endpoint({
    method: 'post',
    path: '/manager/recipes/craft',
    summary: 'Make compound feed by a recipe',
    need: { item: 'animalfeed_delivery', action: 'add' },
    body: Craft,
    status: 201,
    response: one(Crafted),
    handle: async (context, { body }) => ({ data: await craft(context, body) }),
  }),
];
