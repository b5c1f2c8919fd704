import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '#contract/access.ts';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { type AccessGroup, groupColumns } from './columns.ts';
import { GroupModal } from './group-modal.tsx';

/** Everything that an access group can grant; it changes with the program alone. */
const useGrantable = () =>
  useQuery({
    queryKey: ['groupsettings'],
    queryFn: async ({ signal }) => (await api.get<Permission[]>('perm/groupsettings/', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Who of a client's people may do what, and on which farms. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: 'name' });
  const result = useList(accessGroups, state.query);
  const grantable = useGrantable();
  const { data: farms } = useFarms();
  const remove = useRemove(accessGroups, { touches: [employees] });
  const [edited, setEdited] = useState<{ group: AccessGroup | null; copy?: AccessGroup } | null>(null);
  const add = can('access_group', 'add') ? { label: t('admin:groups.create'), onClick: () => setEdited({ group: null }) } : undefined;
  const farmsText = (group: AccessGroup) =>
    group.farms.map((id) => farms?.find((farm) => farm.id === id)?.name ?? id).join(', ') || t('admin:groups.all_farms');

  const actions = (group: AccessGroup) => [
    ...(can('access_group', 'change') ? [{ label: t('admin:actions.edit'), icon: IconPencil, onClick: () => setEdited({ group }) }] : []),
    ...(can('access_group', 'add')
      ? [{ label: t('admin:actions.copy'), icon: IconCopy, onClick: () => setEdited({ group: null, copy: group }) }]
      : []),
    ...(can('access_group', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(group.id, group.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader
        title={t('admin:groups.title')}
        detail={t('admin:groups.detail')}
        actions={
          add && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick} disabled={!grantable.data}>
              {add.label}
            </Button>
          )
        }
      />
      {grantable.error && !grantable.data ? (
        <FailedState error={grantable.error} onRetry={grantable.refetch} />
      ) : (
        <ResourceTable
          label={t('admin:groups.title')}
          columns={groupColumns(t, farmsText)}
          result={result}
          state={state}
          nameOf={({ name }) => name}
          onOpen={(group) => setEdited({ group })}
          actions={actions}
          exported={{ resource: accessGroups, query: state.query }}
          empty={<EmptyState icon={IconShieldLock} title={t('admin:groups.empty')} text={t('admin:groups.empty_text')} action={add} />}
        />
      )}
      {edited && grantable.data && (
        <GroupModal
          group={edited.group}
          from={edited.copy}
          all={grantable.data}
          readOnly={edited.group !== null && !can('access_group', 'change')}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
