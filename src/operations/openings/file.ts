import type { TFunction } from 'i18next';
import { openings } from '#contract/operations/openings.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { openingColumns } from './columns.ts';

interface OpeningFile {
  query: Query;
  /** The farm of rows that name none. */
  farm: number | undefined;
  writes: boolean;
}

const READ = ['ingredient_name', 'day', 'kg', 'pack', 'packs', 'price', 'farm_name', 'lot', 'note'];

/** Opening balances as a file. An imported row changes the balance of its farm and feed, or adds one. */
export const openingFile = (t: TFunction, { query, farm, writes }: OpeningFile): ListFile => ({
  title: t('operations:openings.title'),
  columns: openingColumns,
  source: { resource: openings, query },
  imports: writes
    ? {
        fields: READ.map((key) => ({ key })),
        texts: 'pages',
        ids: false,
        byName: false,
        about: t('pages:openings.import_hint'),
        farm,
        touches: [{ id: 'ingredients' }, { id: 'stocks' }],
      }
    : undefined,
});
