import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { toShownValue } from '#contract/nutrient-units.ts';
import { AMOUNT_UNITS, NUTRIENT_UNITS } from '#contract/nutrient-words.ts';
import { NORM_BASES, norms } from '#contract/operations/norms.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { measureName } from '#src/operations/analyses/measures.ts';
import { BOUNDS, type Norm } from './values.ts';

export const normColumns = (t: TFunction, format: Formatter): ListColumn<Norm>[] => [
  {
    key: 'nutrient_name',
    label: t('nutrients:name'),
    sort: 'nutrient_name',
    value: ({ nutrient_name }) => nutrient_name ?? t('nutrients:norms.dry_matter'),
  },
  { key: 'group_name', label: t('nutrients:norms.group'), sort: 'group_name' },
  { key: 'farm_name', label: t('nutrients:analyses.farm') },
  { key: 'animal_type_name', label: t('nutrients:norms.animal_type'), sort: 'animal_type_name' },
  { key: 'per', label: t('nutrients:norms.per'), value: ({ per }) => t(`nutrients:norms.pers.${per}`) },
  ...BOUNDS.map(
    (bound): ListColumn<Norm> => ({
      key: bound,
      label: t(`nutrients:norms.${bound}`),
      kind: 'ratio',
      value: ({ [bound]: value, unit }) => (value === null ? null : toShownValue(value, unit, format.units)),
    }),
  ),
  { key: 'unit', label: t('nutrients:unit'), value: ({ unit }) => measureName(t, format, unit) },
  { key: 'from', label: t('nutrients:norms.from'), kind: 'date', sort: 'from' },
];

/** Words of units by their codes. The unit of a bound is converted to that of the norm. */
const listUnits = (t: TFunction): Record<string, string> => ({
  ...Object.fromEntries(AMOUNT_UNITS.filter((unit) => unit !== 'mineral_g').map((unit) => [unit, t(`reports:nutrient_unit.${unit}`)])),
  ...Object.fromEntries(NUTRIENT_UNITS.map((unit) => [unit, t(`nutrients:units.${unit}`)])),
});

/** The norms; an imported row with the animals, nutrient, basis and day of a norm updates it. */
export const normFile = (t: TFunction, format: Formatter, query: Query, writes: boolean): ListFile => ({
  title: t('operations:norms.title'),
  columns: (words) => normColumns(words, format),
  source: { resource: norms, query },
  imports: writes
    ? {
        fields: [
          { key: 'group_name' },
          { key: 'farm_name' },
          { key: 'animal_type_name' },
          // A norm of dry matter has no nutrient.
          { key: 'nutrient_name', options: (words) => ({ '': words('nutrients:norms.dry_matter') }) },
          { key: 'per', options: (words) => Object.fromEntries(NORM_BASES.map((per) => [per, words(`nutrients:norms.pers.${per}`)])) },
          ...BOUNDS.map((key) => ({ key, decimals: 9 })),
          { key: 'unit', options: listUnits },
          { key: 'from' },
        ],
        texts: ['nutrients', 'reports'],
        ids: true,
        byName: false,
      }
    : undefined,
});
