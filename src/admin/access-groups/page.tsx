import { IconCopy, IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { type AccessGroup, groupColumns } from './columns.ts';
import { GroupModal } from './group-modal.tsx';
import { useGrantable } from './use-grantable.ts';

/** Rights of the client's people, and their farms. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const screen = useResourceScreen(accessGroups, { touches: [employees] });
  const grantable = useGrantable();
  const { data: farms } = useFarms();
  const { add, edit, may } = screen;
  const title = t('admin:groups.title');
  const detail = t('admin:groups.detail');
  const farmsText = (group: AccessGroup) =>
    group.farms.map((id) => farms?.find((farm) => farm.id === id)?.name ?? id).join(', ') || t('admin:groups.all_farms');

  if (grantable.error && !grantable.data) {
    return (
      <>
        <PageHeader title={title} detail={detail} />
        <FailedState error={grantable.error} onRetry={grantable.refetch} />
      </>
    );
  }
  return (
    <ResourceScreen
      screen={screen}
      icon={IconShieldLock}
      texts={{ title, detail, create: t('admin:groups.create'), empty: t('admin:groups.empty'), empty_text: t('admin:groups.empty_text') }}
      columns={groupColumns(t, farmsText)}
      onOpen={edit}
      actions={(group, own) => [own.edit, add && { label: t('admin:actions.copy'), icon: IconCopy, onClick: () => add(group) }, own.remove]}
      form={({ row, ...rest }) =>
        grantable.data && <GroupModal {...rest} group={row} all={grantable.data} readOnly={row !== null && !may('change')} />
      }
    />
  );
}
