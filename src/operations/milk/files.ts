import type { TFunction } from 'i18next';
import { milk, milkPrices } from '#contract/operations/milk.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Milk, MilkPrice } from './month.ts';

const milkColumns = (t: TFunction): ListColumn<Milk>[] => [
  { key: 'day', label: t('milk:day'), kind: 'date' },
  { key: 'group_name', label: t('milk:group') },
  { key: 'kg', label: t('milk:kg'), kind: 'weight' },
  { key: 'fat', label: t('milk:fat'), kind: 'percent' },
  { key: 'protein', label: t('milk:protein'), kind: 'percent' },
  { key: 'price', label: t('milk:price'), kind: 'price' },
];

const priceColumns = (t: TFunction): ListColumn<MilkPrice>[] => [
  { key: 'from', label: t('milk:from'), kind: 'date' },
  { key: 'base', label: t('milk:base'), kind: 'price' },
  { key: 'base_fat', label: t('milk:base_fat'), kind: 'percent' },
  { key: 'base_protein', label: t('milk:base_protein'), kind: 'percent' },
  { key: 'fat', label: t('milk:fat_price'), kind: 'price' },
  { key: 'protein', label: t('milk:protein_price'), kind: 'price' },
];

const listFields = (columns: readonly { key: string }[]) => columns.map(({ key }) => ({ key }));

/** Files of a farm's milk and milk prices. Imported rows are recognised by their day. */
export const milkFiles = (t: TFunction, farm: number, writes: { milk: boolean; prices: boolean }): ListFile[] => {
  const known = { texts: 'milk', ids: false, byName: false, about: t('milk:import_hint'), farm };
  return [
    {
      title: t('operations:milk.title'),
      columns: milkColumns,
      source: { resource: milk, query: {}, farm },
      imports: writes.milk ? { fields: listFields(milkColumns(t)), ...known } : undefined,
    },
    {
      title: t('milk:prices'),
      columns: priceColumns,
      source: { resource: milkPrices, query: { farm }, farm },
      imports: writes.prices ? { fields: listFields(priceColumns(t)), ...known } : undefined,
    },
  ];
};
