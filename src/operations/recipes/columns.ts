import type { TFunction } from 'i18next';
import type { recipes } from '#contract/operations/recipes.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Recipe = RowOf<typeof recipes>;

export const recipeColumns = (t: TFunction): ListColumn<Recipe>[] => [
  { key: 'name', label: t('pages:fodder.name'), sort: 'name' },
  { key: 'ingredient_name', label: t('pages:fodder.makes'), sort: 'ingredient_name' },
  { key: 'parts', label: t('pages:fodder.parts'), kind: 'count', value: (recipe) => recipe.items.length },
  { key: 'dry_matter', label: t('pages:fodder.dry_matter'), kind: 'percent' },
  { key: 'price', label: t('pages:fodder.price'), kind: 'price', sort: 'price' },
  { key: 'farm_name', label: t('pages:fodder.farm'), sort: 'farm_name' },
];
