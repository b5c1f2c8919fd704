import type { TFunction } from 'i18next';
import { DRY_MATTER_METHODS, dryMatter } from '#contract/operations/dry-matter.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';

type Measurement = RowOf<typeof dryMatter>;

const methodWords = (t: TFunction) =>
  Object.fromEntries(DRY_MATTER_METHODS.map((method) => [method, t(`pages:drymatter.methods.${method}`)]));

const columns = (t: TFunction, timezone: string): ListColumn<Measurement>[] => [
  { key: 'measured_at', label: t('pages:drymatter.file.at'), kind: 'datetime', zone: () => timezone },
  { key: 'ingredient_name', label: t('pages:harvests.ingredient') },
  { key: 'percent', label: t('pages:harvests.dry_matter'), kind: 'percent' },
  { key: 'wet', label: t('pages:drymatter.today.wet'), kind: 'ratio' },
  { key: 'dry', label: t('pages:drymatter.today.dry'), kind: 'ratio' },
  { key: 'method', label: t('pages:drymatter.today.method'), value: ({ method }) => t(`pages:drymatter.methods.${method}`) },
  { key: 'note', label: t('pages:harvests.note') },
];

const GRAMS_DECIMALS = 3;

/** All measurements of a farm in its time. An import adds measurements; existing ones are recognised by id. */
export const dryMatterFile = (t: TFunction, { farm, timezone, writes }: { farm: number; timezone: string; writes: boolean }): ListFile => ({
  title: t('pages:drymatter.file.title'),
  columns: (words) => columns(words, timezone),
  source: { resource: dryMatter, query: { ordering: '-measured_at' }, farm },
  imports: writes
    ? {
        fields: [
          { key: 'measured_at' },
          { key: 'ingredient_name' },
          { key: 'percent', isDryMatter: true, example: 34.5 },
          // A weighed sample gives the percentage automatically.
          { key: 'wet', decimals: GRAMS_DECIMALS, example: null },
          { key: 'dry', decimals: GRAMS_DECIMALS, example: null },
          { key: 'method', options: methodWords },
          { key: 'note' },
        ],
        texts: 'pages',
        ids: true,
        byName: false,
        about: t('pages:drymatter.file.import_hint'),
        farm,
        touches: [{ id: 'ingredients' }, { id: 'rations' }, { id: 'schedules' }],
      }
    : undefined,
});
