import { IconBowlSpoon, IconCopy, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { rations } from '#contract/operations/rations.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useHistoryFields } from '#src/operations/history/fields.ts';
import { type Ration, rationColumns } from './columns.ts';
import { rationFile } from './file.ts';
import { useRationsPath } from './place.ts';

/** A farm's rations; opening one goes to its editor. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const at = useRationsPath();
  const navigate = useNavigate();
  const phone = useOnPhone();
  const state = useListState({ ordering: 'name' });
  const result = useList(rations, state.query, { farm: farm.id });
  const remove = useRemove(rations, { farm: farm.id });
  const fields = useHistoryFields('rations');
  const [told, setTold] = useState<Ration | null>(null);
  const open = (ration: Ration) => navigate(at(farm, ration.id));
  const mayAdd = can('ration', 'add') && !phone;
  const add = mayAdd ? { label: t('operations:rations.create'), onClick: () => navigate(at(farm, 'create')) } : undefined;

  const actions = (ration: Ration) => [
    { label: t('operations:rations.open'), icon: IconPencil, onClick: () => open(ration) },
    ...(mayAdd
      ? [{ label: t('operations:rations.copy'), icon: IconCopy, onClick: () => navigate(at(farm, `create?from=${ration.id}`)) }]
      : []),
    ...(can('history', 'view') ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setTold(ration) }] : []),
    ...(can('ration', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(ration.id, ration.name) }]
      : []),
  ];

  return (
    <>
      <FarmHeader farm={farm} title={t('operations:rations.title')} detail={t('operations:rations.detail')} add={add} />
      {phone && can('ration', 'change') && <ComputerOnly />}
      <ResourceTable
        label={t('operations:rations.title')}
        columns={rationColumns(t)}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={open}
        actions={actions}
        files={[rationFile(t, farm.id, state.query, can('ration', 'add') && can('ration', 'change'))]}
        empty={
          <EmptyState icon={IconBowlSpoon} title={t('operations:rations.empty')} text={t('operations:rations.empty_text')} action={add} />
        }
      />
      {told && <RowHistory list="rations" id={told.id} name={told.name} fields={fields} onClose={() => setTold(null)} />}
    </>
  );
}
