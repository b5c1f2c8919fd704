import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { analyses } from '#contract/operations/analyses.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { measureName, measureText } from './measures.ts';

export type Analysis = RowOf<typeof analyses>;

/** Values that a list shows; all are in the form. */
const SHOWN_VALUES = 4;

const joinValues = (t: TFunction, format: Formatter, { values }: Analysis) =>
  values
    .slice(0, SHOWN_VALUES)
    .map(({ nutrient_name, value, unit }) => `${nutrient_name} ${measureText(format, value, unit)}\u00a0${measureName(t, format, unit)}`)
    .join(', ') + (values.length > SHOWN_VALUES ? ' …' : '');

export const analysisColumns = (t: TFunction, format: Formatter): ListColumn<Analysis>[] => [
  { key: 'ingredient_name', label: t('nutrients:analyses.ingredient'), sort: 'ingredient_name' },
  { key: 'sampled_on', label: t('nutrients:analyses.sampled_on'), kind: 'date', sort: 'sampled_on' },
  { key: 'valid_from', label: t('nutrients:analyses.valid_from'), kind: 'date', sort: 'valid_from' },
  { key: 'method', label: t('nutrients:analyses.method'), value: ({ method }) => t(`nutrients:analyses.methods.${method}`) },
  { key: 'dry_matter', label: t('nutrients:analyses.dry_matter'), kind: 'percent' },
  { key: 'values', label: t('nutrients:analyses.values'), value: (row) => joinValues(t, format, row) },
  { key: 'lab', label: t('nutrients:analyses.lab'), sort: 'lab' },
  { key: 'lot', label: t('nutrients:analyses.lot'), secondary: true },
  { key: 'farm_name', label: t('nutrients:analyses.farm'), secondary: true },
];
