import type { TFunction } from 'i18next';
import { lotNumber } from '#common/lots/lot-number.ts';
import type { openings } from '#contract/operations/openings.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type OpeningBalance = RowOf<typeof openings>;

export const openingColumns = (t: TFunction): ListColumn<OpeningBalance>[] => [
  { key: 'ingredient_name', label: t('pages:openings.ingredient'), sort: 'ingredient_name' },
  { key: 'stock_name', label: t('pages:openings.stock_name'), sort: 'stock_name' },
  { key: 'day', label: t('pages:openings.day'), kind: 'date', sort: 'day' },
  { key: 'kg', label: t('pages:openings.kg'), kind: 'weight', sort: 'kg' },
  { key: 'packs', label: t('pages:packs.packs'), kind: 'ratio', secondary: true },
  { key: 'pack', label: t('pages:packs.pack'), secondary: true },
  { key: 'price', label: t('pages:openings.price'), kind: 'price', sort: 'price' },
  { key: 'cost', label: t('pages:openings.cost'), kind: 'money', sort: 'cost' },
  { key: 'farm_name', label: t('pages:openings.farm') },
  { key: 'lot', label: t('pages:lots.lot'), secondary: true, render: ({ id, lot }) => lotNumber('opening', id, lot) },
  { key: 'note', label: t('pages:openings.note'), secondary: true },
];
