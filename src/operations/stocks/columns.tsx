import type { TFunction } from 'i18next';
import { codeKey } from '#common/texts/keys.ts';
import type { stocks } from '#contract/operations/stocks.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { HistoryField } from '#src/core/resource/difference.ts';
import { FillBar } from './fill-bar.tsx';

export type Stock = RowOf<typeof stocks>;

export const stockColumns = (t: TFunction): ListColumn<Stock>[] => [
  { key: 'name', label: t('operations:stocks.name'), sort: 'name' },
  { key: 'type', label: t('operations:stocks.type'), sort: 'type', value: (stock) => t(`operations:stocks.types.${stock.type}`) },
  {
    key: 'farm_name',
    label: t('operations:stocks.farm'),
    sort: 'farm_name',
    value: (stock) => stock.farm_name ?? t('operations:stocks.all_farms'),
  },
  // A missing capacity isn't a capacity of zero.
  {
    key: 'capacity',
    label: t('operations:stocks.capacity'),
    kind: 'weight',
    sort: 'capacity',
    secondary: true,
    value: (stock) => stock.capacity || null,
  },
  { key: 'rest', label: t('operations:stocks.rest'), kind: 'weight', sort: 'rest' },
  {
    key: 'fill_percent',
    label: t('operations:stocks.fill'),
    kind: 'percent',
    sort: 'fill_percent',
    render: (stock) => <FillBar percent={stock.fill_percent} />,
  },
];

export const stockHistory = (t: TFunction): HistoryField[] => [
  { key: 'name', label: t('operations:stocks.name') },
  { key: 'type', label: t('operations:stocks.type'), text: (type) => t(codeKey('operations:stocks.types', type)) },
  { key: 'company_name', label: t('operations:stocks.company') },
  { key: 'farm_name', label: t('operations:stocks.farm'), text: (farm) => (farm ? String(farm) : t('operations:stocks.all_farms')) },
  { key: 'capacity', label: t('operations:stocks.capacity'), kind: 'weight' },
];
