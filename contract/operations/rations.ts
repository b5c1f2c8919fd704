import { z } from 'zod';
import { Id, Name, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, Version } from '#contract/resource.ts';
import { RecipeItemRow, RecipeItems } from './recipe-items.ts';

/**
 * What a group eats: percentages of ingredients, exactly 100.00 in all. `rounding` is the step in kg that planned weights
 * keep. `price` per kg and `dry_matter` follow from the ingredients: Σ(percent × price)/100, Σ(percent × DM)/100.
 */
export const rations = defineResource({
  id: 'rations',
  path: 'manager/rations',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      farm: Id,
      farm_name: z.string(),
      name: z.string(),
      rounding: z.number(),
      items: z.array(RecipeItemRow),
      dry_matter: z.number(),
      humidity: z.number(),
      price: z.number(),
      version: Version,
    })
    .meta({ id: 'Ration' }),
  create: z.object({ farm: Id, name: Name, rounding: Weight.max(100).default(1), items: RecipeItems }),
  filters: { farm: IdList, ingredient: IdList },
  ordering: ['name', 'farm_name', 'dry_matter', 'price'],
});
