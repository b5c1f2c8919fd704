import { IconTargetArrow } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NORM_BASES, norms } from '#contract/operations/norms.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf } from '#src/domain/stock/choices.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import { NormModal } from './norm-modal.tsx';
import type { Norm } from './values.ts';

const normColumns = (t: TFunction): ListColumn<Norm>[] => [
  { key: 'group_name', label: t('nutrients:norms.group'), sort: 'group_name' },
  { key: 'animal_type_name', label: t('nutrients:norms.animal_type'), sort: 'animal_type_name' },
  {
    key: 'nutrient_name',
    label: t('nutrients:name'),
    sort: 'nutrient_name',
    value: ({ nutrient_name }) => nutrient_name ?? t('nutrients:norms.dry_matter'),
  },
  { key: 'per', label: t('nutrients:norms.per'), value: ({ per }) => t(`nutrients:norms.pers.${per}`) },
  { key: 'min', label: t('nutrients:norms.min'), kind: 'ratio' },
  { key: 'target', label: t('nutrients:norms.target'), kind: 'ratio' },
  { key: 'max', label: t('nutrients:norms.max'), kind: 'ratio' },
  { key: 'from', label: t('nutrients:norms.from'), kind: 'date', sort: 'from' },
];

/** The norms; an imported row with the animals, nutrient, basis and day of a norm updates it. */
const normFile = (t: TFunction, query: Query, writes: boolean): ListFile => ({
  title: t('operations:norms.title'),
  columns: normColumns,
  source: { resource: norms, query },
  imports: writes
    ? {
        fields: [
          { key: 'group_name' },
          { key: 'animal_type_name' },
          { key: 'nutrient_name' },
          { key: 'per', options: (words) => Object.fromEntries(NORM_BASES.map((per) => [per, words(`nutrients:norms.pers.${per}`)])) },
          ...(['min', 'target', 'max'] as const).map((key) => ({ key, decimals: 6 })),
          { key: 'from' },
        ],
        texts: 'nutrients',
        ids: true,
        byName: false,
      }
    : undefined,
});

/** The needs of animals, by group or animal type. */
export function Page() {
  const { t } = useTranslation(['nutrients', 'operations', 'core']);
  const screen = useResourceScreen(norms, {
    ordering: 'nutrient_name',
    filters: ['nutrient'],
    nameOf: ({ group_name, animal_type_name, nutrient_name }) =>
      `${group_name ?? animal_type_name}, ${nutrient_name ?? t('nutrients:norms.dry_matter')}`,
  });
  const { data: known } = useNutrients();
  return (
    <ResourceScreen
      screen={screen}
      icon={IconTargetArrow}
      texts={{
        title: t('operations:norms.title'),
        detail: t('nutrients:norms.detail'),
        create: t('nutrients:norms.create'),
        empty: t('nutrients:norms.empty'),
        empty_text: t('nutrients:norms.empty_text'),
      }}
      columns={normColumns(t)}
      files={[normFile(t, screen.query, screen.mayImport)]}
      filters={<ListFilter state={screen.state} name="nutrient" label={t('nutrients:name')} options={optionsOf(known)} />}
      form={({ row, onClose }) => <NormModal norm={row} onClose={onClose} />}
    />
  );
}
