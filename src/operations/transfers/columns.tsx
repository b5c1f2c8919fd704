import type { TFunction } from 'i18next';
import type { transfers } from '#contract/operations/transfers.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Moment } from '#src/domain/stock/moment.tsx';

export type Transfer = RowOf<typeof transfers>;

export const transferColumns = (t: TFunction): ListColumn<Transfer>[] => [
  { key: 'at', label: t('pages:harvests.at'), kind: 'datetime', sort: 'at', render: ({ at, farm }) => <Moment at={at} farm={farm} /> },
  { key: 'ingredient_name', label: t('pages:harvests.ingredient'), sort: 'ingredient_name' },
  { key: 'stock_name', label: t('pages:transfers.stock'), sort: 'stock_name' },
  { key: 'to_name', label: t('pages:transfers.to'), sort: 'to_name' },
  { key: 'kg', label: t('pages:harvests.kg'), kind: 'weight', sort: 'kg' },
  { key: 'packs', label: t('pages:packs.packs'), kind: 'ratio', secondary: true },
  { key: 'pack', label: t('pages:packs.pack'), secondary: true },
  { key: 'price', label: t('pages:harvests.price'), kind: 'price' },
  { key: 'value', label: t('pages:stocks.ledger.value'), kind: 'money', sort: 'value' },
  { key: 'note', label: t('pages:harvests.note'), secondary: true },
];
