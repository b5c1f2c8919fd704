import type { TFunction } from 'i18next';
import type { offers } from '#contract/operations/offers.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Offer = RowOf<typeof offers>;

export const offerColumns = (t: TFunction): ListColumn<Offer>[] => [
  { key: 'ingredient_name', label: t('nutrients:offers.ingredient'), sort: 'ingredient_name' },
  { key: 'company_name', label: t('nutrients:offers.company'), sort: 'company_name' },
  { key: 'price', label: t('nutrients:offers.price'), kind: 'price', sort: 'price' },
  { key: 'from', label: t('nutrients:offers.from'), kind: 'date', sort: 'from' },
  { key: 'until', label: t('nutrients:offers.until'), kind: 'date', sort: 'until' },
  { key: 'kg', label: t('nutrients:offers.kg'), kind: 'weight' },
  { key: 'farm_name', label: t('nutrients:offers.farm') },
  { key: 'note', label: t('nutrients:offers.note'), secondary: true },
];
