import type { TFunction } from 'i18next';
import { transfers } from '#contract/operations/transfers.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { type Transfer, transferColumns } from './columns.tsx';

interface TransferFile {
  query: Query;
  zoneOf: (farm: number) => string;
  writes: boolean;
}

const READ = ['at', 'ingredient_name', 'stock_name', 'to_name', 'kg', 'pack', 'packs', 'note', 'farm_name'];

/** The transfers, each by the clock of the feed's farm. An import only adds rows; an existing one is matched by its number. */
export const transferFile = (t: TFunction, { query, zoneOf, writes }: TransferFile): ListFile => ({
  title: t('pages:transfers.title'),
  columns: (words) => [
    ...transferColumns(words).map((column) => (column.key === 'at' ? { ...column, zone: ({ farm }: Transfer) => zoneOf(farm) } : column)),
    { key: 'farm_name', label: words('pages:harvests.farm') },
  ],
  source: { resource: transfers, query },
  imports: writes
    ? {
        fields: READ.map((key) => ({ key })),
        texts: 'pages',
        ids: true,
        byName: false,
        about: t('pages:transfers.import_hint'),
        touches: [{ id: 'stocks' }, { id: 'ingredients' }],
      }
    : undefined,
});
