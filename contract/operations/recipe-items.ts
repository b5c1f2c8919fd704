import { z } from 'zod';
import { Id, Percent } from '#contract/kinds.ts';

/** One part of a ration or a compound feed. */
export const RecipeItem = z.object({ ingredient: Id, percent: Percent.min(0.01) });
export const RecipeItemRow = RecipeItem.extend({ ingredient_name: z.string() });

/** The sum in whole hundredths, so that a hundred is exact. */
export const percentSum = (items: readonly { percent: number }[]) =>
  items.reduce((sum, item) => sum + Math.round(item.percent * 100), 0) / 100;

/** At least one part, none twice. The server checks the sum of 100 with an error of its own. */
export const RecipeItems = z.array(RecipeItem).min(1).max(60);
