import { Button } from '@mantine/core';
import { IconFileZip, IconKey, IconLink, IconLock, IconLockOpen, IconShieldOff, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { employees } from '#contract/admin/employees.ts';
import { ArchiveProgress } from '#src/admin/archives/archive-progress.tsx';
import { useArchive } from '#src/admin/archives/use-archive.ts';
import { ConsultantGrants } from '#src/admin/consultants/grants.tsx';
import { InvitationModal } from '#src/admin/people/invitation-modal.tsx';
import { PasswordModal } from '#src/admin/people/password-modal.tsx';
import { nameOf } from '#src/admin/people/person.ts';
import { ResetSecondFactor } from '#src/admin/people/reset-second-factor.tsx';
import { useLock } from '#src/admin/people/use-lock.ts';
import { usePersonalData } from '#src/admin/people/use-personal-data.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useMe } from '#src/core/api/session.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { type Employee, employeeColumns } from './columns.tsx';
import { EmployeeModal } from './employee-modal.tsx';

/** The people of one client. */
export function Page() {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const { can } = useAccess();
  const screen = useResourceScreen(employees, { ordering: 'name', nameOf });
  const lock = useLock(employees);
  const archive = useArchive();
  const me = useMe();
  const clientName = useClientInView() ?? me.client_name ?? '';
  const { saving, erasing } = usePersonalData({ resource: employees, erase: (id) => api.post(`${employees.path}/${id}/erase/`) });
  const [person, setPerson] = useState<Employee | null>(null);
  const [invited, setInvited] = useState<Employee | null>(null);
  const [forgetful, setForgetful] = useState<Employee | null>(null);

  const changes = (employee: Employee) => [
    { label: t('pages:sign_in_link.invite.action'), icon: IconLink, onClick: () => setInvited(employee) },
    { label: t('admin:password.action'), icon: IconKey, onClick: () => setPerson(employee) },
    {
      label: t(employee.locked ? 'admin:lock.unlock' : 'admin:lock.lock'),
      icon: employee.locked ? IconLockOpen : IconLock,
      onClick: () => void lock(employee, nameOf(employee)),
    },
    employee.second_factor && {
      label: t('admin:second_factor.reset'),
      icon: IconShieldOff,
      onClick: () => setForgetful(employee),
    },
    saving(employee),
  ];

  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconUsers}
        texts={{
          title: t('admin:employees.title'),
          detail: t('admin:employees.detail'),
          create: t('admin:employees.create'),
          empty: t('admin:employees.empty'),
          empty_text: t('admin:employees.empty_text'),
        }}
        columns={employeeColumns(t)}
        buttons={
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
        above={archive.busy && <ArchiveProgress archive={archive.busy} onCancel={archive.cancel} />}
        actions={(employee, { edit, remove }) => [edit, ...(edit ? changes(employee) : []), remove, remove && erasing(employee)]}
        form={({ row, onClose }) => <EmployeeModal employee={row} onInvite={setInvited} onClose={onClose} />}
      />
      <ConsultantGrants />
      {forgetful && <ResetSecondFactor resource={employees} person={forgetful} onClose={() => setForgetful(null)} />}
      {invited && <InvitationModal path={employees.path} person={invited} onClose={() => setInvited(null)} />}
      {person && <PasswordModal path={employees.path} person={person} onClose={() => setPerson(null)} />}
    </>
  );
}
