import { useQuery } from '@tanstack/react-query';
import { ingredients } from '#contract/operations/ingredients.ts';
import type { RowOf } from '#contract/resource.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';

type Feed = Pick<RowOf<typeof ingredients>, 'id' | 'name' | 'price' | 'average_price' | 'dry_matter'>;

/** Feeds for a farm's ration. A feed without purchases is valued at its list price. */
export function useFeeds(farm: number, enabled: boolean) {
  return useQuery({
    queryKey: [ingredients.id, 'feeds', farm],
    queryFn: async ({ signal }): Promise<RecipeIngredient[]> => {
      const source = { resource: ingredients, path: `${ingredients.path}/list`, query: { deleted: false, ordering: 'name' }, farm };
      const rows = await allRows<Feed>(source, signal);
      return rows.map(({ id, name, price, average_price, dry_matter }) => ({ id, name, dry_matter, price: average_price || price }));
    },
    enabled,
  });
}
