import type { TFunction } from 'i18next';
import { ingredients } from '#contract/operations/ingredients.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { ingredientColumns } from './columns.tsx';

const READ = [
  'name',
  'type_name',
  'stock_name',
  'price',
  'dry_matter',
  'humidity',
  'item_number',
  'tolerance',
  'tolerance_percent',
  'farm_name',
];

/** Every feed in stock. `farm` is that of rows that name none. */
export const ingredientFile = (t: TFunction, query: Query, farm: number | undefined, writes: boolean): ListFile => ({
  title: t('operations:ingredients.title'),
  columns: ingredientColumns,
  source: { resource: ingredients, query },
  imports: writes
    ? {
        fields: READ.map((key) => (key === 'stock_name' ? { key, isPlace: true } : { key })),
        texts: 'operations',
        ids: true,
        byName: true,
        farm,
        touches: [{ id: 'stocks' }],
      }
    : undefined,
});
