import type { TFunction } from 'i18next';
import type { rations } from '#contract/operations/rations.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Ration = RowOf<typeof rations>;

export const rationColumns = (t: TFunction): ListColumn<Ration>[] => [
  { key: 'name', label: t('operations:rations.name'), sort: 'name' },
  { key: 'template', label: t('pages:rations.template'), value: ({ template }) => (template ? t('core:yes') : '') },
  { key: 'ingredients', label: t('pages:rations.ingredients_count'), kind: 'count', value: ({ items }) => items.length },
  { key: 'dry_matter', label: t('pages:recipe.dry_matter'), kind: 'percent', sort: 'dry_matter' },
  { key: 'price', label: t('pages:recipe.price'), kind: 'price', sort: 'price' },
  { key: 'price_tonne', label: t('pages:rations.price_tonne'), kind: 'money', value: ({ price }) => price * 1000 },
];
