import { IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { norms } from '#contract/operations/norms.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf } from '#src/domain/stock/choices.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import { normColumns, normFile } from './file.ts';
import { NormModal } from './norm-modal.tsx';

/** The needs of animals, by group or animal type. */
export function Page() {
  const { t } = useTranslation(['nutrients', 'reports', 'operations', 'core']);
  const format = useFormat();
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
      columns={normColumns(t, format)}
      files={[normFile(t, format, screen.query, screen.mayImport)]}
      filters={<ListFilter state={screen.state} name="nutrient" label={t('nutrients:name')} options={optionsOf(known)} />}
      form={({ row, onClose }) => <NormModal norm={row} onClose={onClose} />}
    />
  );
}
