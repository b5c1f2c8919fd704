import { withoutMissing } from '#src/core/resource/draft.ts';
import type { RecipePart } from '#src/domain/recipe-editor/parts.ts';
import type { Recipe } from './columns.ts';

export interface RecipeValues {
  name: string;
  farm: number | null;
  ingredient: number | null;
  items: RecipePart[];
  version?: number | undefined;
}

export const recipeValues = (recipe: Recipe): RecipeValues => ({
  name: recipe.name,
  farm: recipe.farm,
  ingredient: recipe.ingredient,
  items: recipe.items.map(({ ingredient, percent }) => ({ ingredient, percent })),
  version: recipe.version,
});

/** The request body. Empty fields are left out, so that the server names them. */
export const bodyOf = ({ items, ...values }: RecipeValues) => ({
  ...withoutMissing(values),
  items: items.map(({ ingredient, percent }) => ({ ingredient: ingredient ?? undefined, percent: percent ?? undefined })),
});
