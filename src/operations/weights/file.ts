import type { TFunction } from 'i18next';
import { weights } from '#contract/operations/weights.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { type AnimalWeight, kindWords, weightColumns } from './columns.tsx';

interface WeightFile {
  query: Query;
  farm: number;
  timezone: string;
  writes: boolean;
}

/** The weighings of animals, by their farm's clock; an imported row is matched by group, kind and moment. */
export const weightFile = (t: TFunction, { query, farm, timezone, writes }: WeightFile): ListFile => ({
  title: t('operations:weights.title'),
  columns: (words) =>
    weightColumns(words).map((column) => (column.key === 'at' ? { ...column, zone: (_row: AnimalWeight) => timezone } : column)),
  source: { resource: weights, query, farm },
  imports: writes
    ? {
        fields: [
          { key: 'at' },
          { key: 'group_name' },
          { key: 'kind', options: kindWords },
          { key: 'heads' },
          { key: 'kg' },
          { key: 'price' },
          { key: 'cost' },
        ],
        texts: 'milk',
        ids: false,
        byName: false,
        about: t('milk:weights.import_hint'),
        farm,
      }
    : undefined,
});
