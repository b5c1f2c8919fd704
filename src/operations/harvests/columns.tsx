import type { TFunction } from 'i18next';
import { lotNumber } from '#common/lots/lot-number.ts';
import type { harvests } from '#contract/operations/harvests.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Moment } from '#src/domain/stock/moment.tsx';

export type Harvest = RowOf<typeof harvests>;

export const harvestColumns = (t: TFunction): ListColumn<Harvest>[] => [
  { key: 'ingredient_name', label: t('pages:harvests.ingredient'), sort: 'ingredient_name' },
  { key: 'at', label: t('pages:harvests.at'), kind: 'datetime', sort: 'at', render: ({ at, farm }) => <Moment at={at} farm={farm} /> },
  { key: 'kg', label: t('pages:harvests.kg'), kind: 'weight', sort: 'kg' },
  { key: 'packs', label: t('pages:packs.packs'), kind: 'count', secondary: true },
  { key: 'pack', label: t('pages:packs.pack'), secondary: true },
  { key: 'dry_matter', label: t('pages:harvests.dry_matter'), kind: 'percent', sort: 'dry_matter' },
  { key: 'cost', label: t('pages:harvests.cost'), kind: 'money', sort: 'cost' },
  { key: 'price', label: t('pages:harvests.price'), kind: 'price', sort: 'price' },
  { key: 'farm_name', label: t('pages:harvests.farm') },
  { key: 'lot', label: t('pages:lots.lot'), secondary: true, render: ({ id, lot }) => lotNumber('harvest', id, lot) },
  { key: 'note', label: t('pages:harvests.note'), secondary: true },
];
