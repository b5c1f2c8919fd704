import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { toShownValue } from '#contract/nutrient-units.ts';
import { ANALYSIS_METHODS, analyses } from '#contract/operations/analyses.ts';
import type { nutrients } from '#contract/operations/nutrients.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Analysis } from './columns.ts';
import { measureName, toTypedUnit } from './measures.ts';
import { NUTRIENT_SYNONYMS } from './synonyms.ts';

export type ListedNutrient = Pick<RowOf<typeof nutrients>, 'id' | 'name' | 'unit' | 'per' | 'standard' | 'decimals' | 'position'>;

interface AnalysisFile {
  query: Query;
  nutrients: readonly ListedNutrient[];
  format: Formatter;
  farm: number | undefined;
  writes: boolean;
}

const toKey = ({ id }: ListedNutrient) => `nutrient_${id}`;
const FIELDS = ['ingredient_name', 'sampled_on', 'valid_from', 'lab', 'method', 'lot', 'dry_matter', 'note', 'farm_name'] as const;

const fileColumns =
  (known: readonly ListedNutrient[], format: Formatter) =>
  (t: TFunction): ListColumn<Analysis>[] => [
    { key: 'ingredient_name', label: t('nutrients:analyses.ingredient') },
    { key: 'sampled_on', label: t('nutrients:analyses.sampled_on'), kind: 'date' },
    { key: 'valid_from', label: t('nutrients:analyses.valid_from'), kind: 'date' },
    { key: 'lab', label: t('nutrients:analyses.lab') },
    { key: 'method', label: t('nutrients:analyses.method'), value: ({ method }) => t(`nutrients:analyses.methods.${method}`) },
    { key: 'lot', label: t('nutrients:analyses.lot') },
    { key: 'dry_matter', label: t('nutrients:analyses.dry_matter'), kind: 'percent' },
    ...known.map(
      (nutrient): ListColumn<Analysis> => ({
        key: toKey(nutrient),
        label: `${nutrient.name}, ${measureName(t, format, nutrient.unit)}`,
        kind: 'ratio',
        value: ({ values }) => {
          const found = values.find((value) => value.nutrient === nutrient.id);
          return found ? toShownValue(found.value, nutrient.unit, format.units) : null;
        },
      }),
    ),
    { key: 'note', label: t('nutrients:analyses.note') },
    { key: 'farm_name', label: t('nutrients:analyses.farm') },
  ];

/** Analyses with a column for each nutrient, as laboratories write them. Headings and their units are recognised. */
export const analysisFile = (t: TFunction, { query, nutrients: known, format, farm, writes }: AnalysisFile): ListFile => ({
  title: t('operations:analyses.title'),
  columns: fileColumns(known, format),
  source: { resource: analyses, query },
  imports: writes
    ? {
        fields: [
          ...FIELDS.map((key) =>
            key === 'method'
              ? {
                  key,
                  options: (words: TFunction) =>
                    Object.fromEntries(ANALYSIS_METHODS.map((method) => [method, words(`nutrients:analyses.methods.${method}`)])),
                }
              : key === 'dry_matter'
                ? { key, isDryMatter: true as const }
                : { key },
          ),
          ...known.map((nutrient) => ({
            key: toKey(nutrient),
            nutrient: { id: nutrient.id, unit: nutrient.unit, written: toTypedUnit(nutrient.unit, format.units) },
            synonyms: [nutrient.name, ...(nutrient.standard ? NUTRIENT_SYNONYMS[nutrient.standard] : [])],
          })),
        ],
        texts: 'nutrients',
        ids: true,
        byName: false,
        about: t('nutrients:analyses.import_hint'),
        farm,
      }
    : undefined,
});
