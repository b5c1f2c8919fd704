import type { TFunction } from 'i18next';
import { packs } from '#contract/operations/packs.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Pack } from './values.ts';

export const packColumns = (t: TFunction): ListColumn<Pack>[] => [
  { key: 'ingredient_name', label: t('pages:packs.ingredient'), sort: 'ingredient_name' },
  { key: 'name', label: t('pages:packs.name'), sort: 'name' },
  { key: 'from', label: t('pages:packs.from'), kind: 'date', sort: 'from' },
  { key: 'kg', label: t('pages:packs.kg'), kind: 'weight', sort: 'kg' },
  { key: 'weighed_packs', label: t('pages:packs.weighed_packs'), kind: 'count' },
  { key: 'weighed_kg', label: t('pages:packs.weighed_kg'), kind: 'weight' },
  { key: 'until', label: t('pages:packs.until'), kind: 'date' },
  { key: 'farm_name', label: t('pages:packs.farm') },
];

interface PackFile {
  query: Query;
  /** The farm of rows that name none. */
  farm: number | undefined;
  writes: boolean;
}

const READ = ['ingredient_name', 'name', 'from', 'kg', 'weighed_packs', 'weighed_kg', 'until', 'farm_name'];

/** Weights of packs as a file. An imported row with the feed, name and day of a weight updates it. */
export const packFile = (t: TFunction, { query, farm, writes }: PackFile): ListFile => ({
  title: t('operations:packs.title'),
  columns: packColumns,
  source: { resource: packs, query },
  imports: writes ? { fields: READ.map((key) => ({ key })), texts: 'pages', ids: true, byName: false, farm } : undefined,
});
