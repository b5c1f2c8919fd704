import { useQuery } from '@tanstack/react-query';
import { ingredients } from '#contract/operations/ingredients.ts';
import type { CopyPart, CopyResult } from '#contract/operations/ration-copies.ts';
import { rations } from '#contract/operations/rations.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import type { Ration } from '#src/operations/rations/columns.ts';

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

/** The feeds of this farm for the parts of another farm's ration. */
export function useMatchedParts(source: Pick<Ration, 'id' | 'version'> | undefined, farm: number) {
  return useQuery({
    queryKey: [rations.id, 'match', source?.id, source?.version, farm],
    queryFn: async ({ signal }): Promise<CopyPart[]> => {
      const options = { body: { targets: [{ farm }] }, query: { dry_run: true }, signal };
      const { data } = await api.post<CopyResult[]>(`${rations.path}/${source?.id}/copy/`, options);
      return data[0]?.parts ?? [];
    },
    enabled: source !== undefined,
  });
}
