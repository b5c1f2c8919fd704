import { z } from 'zod';
import { Id, Instant, Name, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';
import { RecipeItemRow, RecipeItems } from './recipe-items.ts';
import { RECIPES } from './who-sees.ts';

/** A compound feed: `ingredient` is the product. Never deleted. */
export const recipes = defineResource({
  id: 'recipes',
  path: 'manager/recipes',
  ...RECIPES,
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      ...named('ingredient'),
      items: z.array(RecipeItemRow),
      dry_matter: z.number(),
      humidity: z.number(),
      price: z.number(),
      version: Version,
    })
    .meta({ id: 'Recipe' }),
  create: z.object({ farm: Id, name: Name, ingredient: Id, items: RecipeItems }),
  filters: { farm: IdList, ingredient: IdList },
  ordering: ['name', 'farm_name', 'ingredient_name', 'price'],
});

/** Makes `weight` kg of compound feed: takes the parts out of stock and adds the product. */
export const Craft = z.object({ recipe: Id, weight: Weight.min(0.001), crafted_at: Instant.optional() });
/** Result of a craft: kilograms and price per kg of the product. */
export const Crafted = z
  .object({ recipe: Id, ingredient: Id, weight: z.number(), price: z.number(), crafted_at: z.string() })
  .meta({ id: 'Crafted' });
