import { IconEye, IconHistory, IconPaw, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { groups } from '#contract/operations/groups.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useHistoryFields } from '#src/operations/history/fields.ts';
import { type AnimalGroup, groupColumns } from './columns.ts';
import { groupFiles } from './files.ts';
import { GroupDetail } from './group-detail.tsx';
import { GroupModal } from './group-modal.tsx';

type Shown = { as: 'edit'; group: AnimalGroup | null } | { as: 'detail' | 'history'; group: AnimalGroup };

/** The herd of a farm by groups that are fed together. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const state = useListState({ ordering: 'name', filters: ['animal_type'] });
  const result = useList(groups, state.query, { farm: farm.id });
  const types = useList(animalTypes, { page_size: 1000, ordering: 'name' }, { enabled: can('animaltype', 'view') });
  const remove = useRemove(groups, { farm: farm.id, touches: [{ id: 'farms' }] });
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const fields = useHistoryFields('groups');
  const add = can('group', 'add')
    ? { label: t('operations:groups.create'), onClick: () => setShown({ as: 'edit', group: null }) }
    : undefined;

  const actions = (group: AnimalGroup) => [
    { label: t('operations:actions.details'), icon: IconEye, onClick: () => setShown({ as: 'detail', group }) },
    ...(can('group', 'change')
      ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setShown({ as: 'edit', group }) }]
      : []),
    ...(can('history', 'view')
      ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setShown({ as: 'history', group }) }]
      : []),
    ...(can('group', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(group.id, group.name) }]
      : []),
  ];

  return (
    <>
      <FarmHeader farm={farm} title={t('operations:groups.title')} detail={t('operations:groups.detail')} add={add} />
      <ResourceTable
        label={t('operations:groups.title')}
        columns={groupColumns(t)}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={(group) => setShown({ as: 'detail', group })}
        actions={actions}
        filters={
          <ListFilter
            state={state}
            name="animal_type"
            label={t('operations:groups.animal_type')}
            options={(types.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        }
        files={groupFiles(t, farm.id, state.query, can('group', 'add') && can('group', 'change'))}
        empty={<EmptyState icon={IconPaw} title={t('operations:groups.empty')} text={t('operations:groups.empty_text')} action={add} />}
      />
      {shown?.as === 'edit' && <GroupModal farm={farm.id} group={shown.group} onClose={close} />}
      {shown?.as === 'detail' && (
        <GroupDetail farm={farm.id} group={shown.group} onEdit={() => setShown({ as: 'edit', group: shown.group })} onClose={close} />
      )}
      {shown?.as === 'history' && <RowHistory list="groups" id={shown.group.id} name={shown.group.name} fields={fields} onClose={close} />}
    </>
  );
}
