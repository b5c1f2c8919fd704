import { Button } from '@mantine/core';
import { IconFileZip, IconKey, IconLock, IconLockOpen, IconPencil, IconShieldOff, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { employees } from '#contract/admin/employees.ts';
import { ArchiveProgress } from '#src/admin/archives/archive-progress.tsx';
import { useArchive } from '#src/admin/archives/use-archive.ts';
import { PasswordModal } from '#src/admin/people/password-modal.tsx';
import { nameOf } from '#src/admin/people/person.ts';
import { useLock } from '#src/admin/people/use-lock.ts';
import { usePersonalData } from '#src/admin/people/use-personal-data.ts';
import { useResetSecondFactor } from '#src/admin/people/use-reset-second-factor.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useMe } from '#src/core/api/session.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { type Employee, employeeColumns } from './columns.tsx';
import { EmployeeModal } from './employee-modal.tsx';

type Shown = { as: 'edit'; employee: Employee | null } | { as: 'password'; employee: Employee };

/** The people of one client. */
export function Page() {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const { can } = useAccess();
  const state = useListState({ ordering: 'last_name' });
  const result = useList(employees, state.query);
  const remove = useRemove(employees);
  const lock = useLock(employees);
  const archive = useArchive();
  const me = useMe();
  const clientName = useClientInView() ?? me.client_name ?? '';
  const resetSecondFactor = useResetSecondFactor(employees);
  const { saving, erasing } = usePersonalData({ resource: employees, erase: (id) => api.post(`${employees.path}/${id}/erase/`) });
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const edit = (employee: Employee) => setShown({ as: 'edit', employee });
  const add = can('employee', 'add')
    ? { label: t('admin:employees.create'), onClick: () => setShown({ as: 'edit', employee: null }) }
    : undefined;

  const actions = (employee: Employee) => [
    ...(can('employee', 'change')
      ? [
          { label: t('admin:actions.edit'), icon: IconPencil, onClick: () => edit(employee) },
          { label: t('admin:password.action'), icon: IconKey, onClick: () => setShown({ as: 'password', employee }) },
          {
            label: t(employee.locked ? 'admin:lock.unlock' : 'admin:lock.lock'),
            icon: employee.locked ? IconLockOpen : IconLock,
            onClick: () => void lock(employee, nameOf(employee)),
          },
          ...(employee.second_factor
            ? [
                {
                  label: t('admin:second_factor.reset'),
                  icon: IconShieldOff,
                  onClick: () => void resetSecondFactor(employee.id, nameOf(employee)),
                },
              ]
            : []),
          saving(employee),
        ]
      : []),
    ...(can('employee', 'delete')
      ? [
          { label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(employee.id, nameOf(employee)) },
          erasing(employee),
        ]
      : []),
  ];

  return (
    <>
      <PageHeader
        title={t('admin:employees.title')}
        detail={t('admin:employees.detail')}
        actions={
          can('access_group', 'change') && (
            <Button
              variant="default"
              leftSection={<IconFileZip size={18} aria-hidden />}
              disabled={archive.busy !== null}
              onClick={() => void archive.start('archive/', clientName)}
            >
              {t('pages:archive.own')}
            </Button>
          )
        }
        add={add}
      />
      {archive.busy && <ArchiveProgress archive={archive.busy} onCancel={archive.cancel} />}
      <ResourceTable
        label={t('admin:employees.title')}
        columns={employeeColumns(t)}
        result={result}
        state={state}
        nameOf={nameOf}
        onOpen={can('employee', 'change') ? edit : undefined}
        actions={actions}
        exported={{ resource: employees, query: state.query }}
        empty={<EmptyState icon={IconUsers} title={t('admin:employees.empty')} text={t('admin:employees.empty_text')} action={add} />}
      />
      {shown?.as === 'edit' && <EmployeeModal employee={shown.employee} onClose={close} />}
      {shown?.as === 'password' && <PasswordModal path={employees.path} person={shown.employee} onClose={close} />}
    </>
  );
}
