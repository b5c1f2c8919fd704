import type { TFunction } from 'i18next';
import { DeliveryType, deliveries } from '#contract/operations/deliveries.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { type Delivery, deliveryColumns } from './columns.tsx';

const READ = [
  'ingredient_name',
  'delivered_at',
  'company_name',
  'value',
  'pack',
  'packs',
  'price',
  'dry_matter',
  'farm_name',
  'lot',
  'note',
];

const types = (t: TFunction) => Object.fromEntries(DeliveryType.options.map((type) => [type, t(`operations:deliveries.types.${type}`)]));

interface DeliveryFile {
  query: Query;
  /** Farm of rows without a farm. */
  farm: number | undefined;
  zoneOf: (farm: number) => string;
  writes: boolean;
}

/** Deliveries and sales, each in its farm's time. */
export const deliveryFile = (t: TFunction, { query, farm, zoneOf, writes }: DeliveryFile): ListFile => ({
  title: t('operations:deliveries.title'),
  columns: (words) =>
    deliveryColumns(words).map((column) =>
      column.key === 'delivered_at' ? { ...column, zone: (row: Delivery) => zoneOf(row.farm) } : column,
    ),
  source: { resource: deliveries, query },
  imports: writes
    ? {
        fields: [
          { key: 'delivery_type', options: types },
          ...READ.map((key) => (key === 'dry_matter' ? { key, isDryMatter: true as const } : { key })),
        ],
        texts: 'operations',
        ids: true,
        byName: false,
        farm,
        touches: [{ id: 'orders' }, { id: 'ingredients' }, { id: 'stocks' }],
      }
    : undefined,
});
