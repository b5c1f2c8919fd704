import type { TFunction } from 'i18next';
import { harvests } from '#contract/operations/harvests.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { type Harvest, harvestColumns } from './columns.tsx';

interface HarvestFile {
  query: Query;
  /** The farm of rows that name none. */
  farm: number | undefined;
  zoneOf: (farm: number) => string;
  writes: boolean;
}

const READ = ['ingredient_name', 'at', 'kg', 'pack', 'packs', 'dry_matter', 'cost', 'farm_name', 'lot', 'note'];

/** The harvests of farms, each by its own clock; an imported row is matched by farm, feed and moment. */
export const harvestFile = (t: TFunction, { query, farm, zoneOf, writes }: HarvestFile): ListFile => ({
  title: t('operations:harvests.title'),
  columns: (words) =>
    harvestColumns(words).map((column) => (column.key === 'at' ? { ...column, zone: (row: Harvest) => zoneOf(row.farm) } : column)),
  source: { resource: harvests, query },
  imports: writes
    ? {
        fields: READ.map((key) => (key === 'dry_matter' ? { key, isDryMatter: true as const } : { key })),
        texts: 'pages',
        ids: false,
        byName: false,
        about: t('pages:harvests.import_hint'),
        farm,
        touches: [{ id: 'ingredients' }, { id: 'stocks' }],
      }
    : undefined,
});
