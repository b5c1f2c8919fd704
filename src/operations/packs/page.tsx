import { IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { packs } from '#contract/operations/packs.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmOptions } from '#src/domain/stock/choices.ts';
import { packColumns, packFile } from './file.ts';
import { PackModal } from './pack-modal.tsx';

/** The packs of all feeds, with their weights by day. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const screen = useResourceScreen(packs, {
    ordering: 'ingredient_name',
    filters: ['farm'],
    ofFarm: true,
    nameOf: ({ ingredient_name, name }) => `${ingredient_name}: ${name}`,
  });
  const { state, query, mayImport } = screen;
  return (
    <ResourceScreen
      screen={screen}
      icon={IconPackage}
      texts={{
        title: t('operations:packs.title'),
        detail: t('pages:packs.detail'),
        create: t('pages:packs.create'),
        edit: t('pages:packs.edit'),
        empty: t('pages:packs.empty'),
        empty_text: t('pages:packs.empty_text'),
      }}
      columns={packColumns(t)}
      files={[packFile(t, { query, farm: Number(state.filter('farm')) || undefined, writes: mayImport })]}
      filters={<ListFilter state={state} name="farm" label={t('pages:packs.farm')} options={useFarmOptions()} />}
      form={({ row, onClose }) => <PackModal pack={row} onClose={onClose} />}
    />
  );
}
