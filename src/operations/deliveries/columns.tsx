import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lotNumber } from '#common/lots/lot-number.ts';
import type { deliveries } from '#contract/operations/deliveries.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Moment } from '#src/domain/stock/moment.tsx';
import { Short } from '#src/domain/stock/short.tsx';
import classes from './deliveries.module.css';

export type Delivery = RowOf<typeof deliveries>;

export const deliveryColumns = (t: TFunction): ListColumn<Delivery>[] => [
  { key: 'ingredient_name', label: t('operations:deliveries.ingredient'), sort: 'ingredient_name' },
  {
    key: 'delivered_at',
    label: t('operations:deliveries.delivered_at'),
    kind: 'datetime',
    sort: 'delivered_at',
    render: (row) => <Moment at={row.delivered_at} farm={row.farm} />,
  },
  {
    key: 'delivery_type',
    label: t('operations:deliveries.type'),
    sort: 'delivery_type',
    value: (row) => t(`operations:deliveries.types.${row.delivery_type}`),
    render: (row) => (
      <span className={classes.type} data-type={row.delivery_type}>
        {row.delivery_type === 'delivery' ? <IconArrowDownLeft size={16} aria-hidden /> : <IconArrowUpRight size={16} aria-hidden />}
        {t(`operations:deliveries.types.${row.delivery_type}`)}
      </span>
    ),
  },
  { key: 'company_name', label: t('operations:deliveries.company'), sort: 'company_name' },
  { key: 'value', label: t('operations:deliveries.weight'), kind: 'weight', sort: 'value' },
  { key: 'packs', label: t('pages:packs.packs'), kind: 'ratio', secondary: true },
  { key: 'pack', label: t('pages:packs.pack'), secondary: true },
  { key: 'price', label: t('operations:deliveries.price'), kind: 'price', sort: 'price' },
  { key: 'cost', label: t('operations:deliveries.cost'), kind: 'money', sort: 'cost' },
  { key: 'dry_matter', label: t('operations:deliveries.dry_matter'), kind: 'percent', exported: 'only' },
  { key: 'farm_name', label: t('operations:deliveries.farm') },
  {
    key: 'document_number',
    label: t('pages:delivery_documents.number'),
    secondary: true,
    render: (row) => <Short text={row.document_number || '–'} />,
  },
  {
    key: 'lot',
    label: t('pages:lots.lot'),
    secondary: true,
    render: ({ id, lot, delivery_type }) => <Short text={delivery_type === 'delivery' ? lotNumber('delivery', id, lot) : '–'} />,
  },
  { key: 'note', label: t('operations:deliveries.note'), exported: 'only' },
];
