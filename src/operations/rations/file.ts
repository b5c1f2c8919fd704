import type { TFunction } from 'i18next';
import { rations } from '#contract/operations/rations.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Ration } from './columns.ts';

type Line = Omit<Ration, 'items'> & Ration['items'][number];

const fileColumns = (t: TFunction): ListColumn<Line>[] => [
  { key: 'name', label: t('operations:rations.name') },
  { key: 'ingredient_name', label: t('core:recipe.ingredient') },
  { key: 'percent', label: t('core:recipe.percent'), kind: 'percent' },
  { key: 'rounding', label: t('pages:history.fields.rounding_step'), kind: 'weight' },
  { key: 'dry_matter', label: t('core:recipe.dry_matter'), kind: 'percent' },
  { key: 'price', label: t('core:recipe.price'), kind: 'price' },
];

/** A farm's rations, a line for each ingredient. */
export const rationFile = (t: TFunction, farm: number, query: Query, writes: boolean): ListFile => ({
  title: t('operations:rations.title'),
  columns: fileColumns,
  source: { resource: rations, query, farm },
  lines: ({ items, ...ration }: Ration): Line[] => items.map((item) => ({ ...ration, ...item })),
  imports: writes
    ? {
        fields: [{ key: 'name' }, { key: 'ingredient_name' }, { key: 'percent' }, { key: 'rounding' }],
        parts: { field: 'items', keys: ['ingredient_name', 'percent'] },
        texts: 'operations',
        ids: true,
        byName: true,
        farm,
        touches: [{ id: 'schedules' }],
      }
    : undefined,
});
