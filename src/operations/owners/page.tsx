import { IconUserDollar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { groupOwners } from '#contract/operations/owners.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FarmFilter } from '#src/domain/farm/farm-place.tsx';
import { optionsOf } from '#src/domain/stock/choices.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { useLiteGroups, useOwnerChoice } from './choices.ts';
import { ownerColumns } from './columns.ts';
import { ownerFile } from './files.ts';
import { OwnerModal } from './owner-modal.tsx';

/** The owners of groups, newest change first. */
export function Page() {
  const { t } = useTranslation(['owners', 'operations', 'core']);
  const screen = useResourceScreen(groupOwners, {
    ordering: '-from',
    filters: ['farm', 'group', 'owner'],
    ofFarm: true,
    nameOf: ({ group_name, from }) => `${group_name}, ${from}`,
  });
  const { state, query, mayImport } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const groups = useLiteGroups(farm);
  const { rows: owners } = useOwnerChoice(null);
  return (
    <ResourceScreen
      screen={screen}
      icon={IconUserDollar}
      texts={{
        title: t('operations:owners.title'),
        detail: t('owners:detail'),
        create: t('owners:create'),
        empty: t('owners:empty'),
        empty_text: t('owners:empty_text'),
      }}
      columns={ownerColumns(t)}
      files={[ownerFile(t, { query, farm, writes: mayImport })]}
      filters={
        <>
          <FarmFilter state={state} label={t('owners:farm')} />
          <ListFilter state={state} name="group" label={t('owners:group')} options={optionsOf(groups)} />
          <ListFilter state={state} name="owner" label={t('owners:owner')} options={optionsOf(owners)} />
        </>
      }
      form={({ row, onClose }) => <OwnerModal row={row} farm={farm} onClose={onClose} />}
      history={{ list: 'groupowners', fields: useHistoryFields('groupowners') }}
    />
  );
}
