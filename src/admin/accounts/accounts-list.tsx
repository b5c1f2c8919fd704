import { Button } from '@mantine/core';
import { type Icon, IconKey, IconLock, IconLockOpen, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserType } from '../../../contract/access.ts';
import { users } from '../../../contract/admin/clients.ts';
import { useAccess } from '../../core/access/use-access.ts';
import { useMe } from '../../core/api/session.ts';
import { PageHeader } from '../../core/layout/page-header.tsx';
import { ListFilter } from '../../core/resource/list-filter.tsx';
import { useListState } from '../../core/resource/list-state.ts';
import { useList } from '../../core/resource/queries.ts';
import { ResourceTable } from '../../core/resource/resource-table.tsx';
import { EmptyState } from '../../core/ui/states.tsx';
import { PasswordModal } from '../shared/password-modal.tsx';
import { nameOf } from '../shared/person.ts';
import { useLock } from '../shared/use-lock.ts';
import { AccountModal } from './account-modal.tsx';
import { useClientChoices } from './choices.ts';
import { type Account, accountColumns, ofClient } from './columns.tsx';

interface AccountsListProps {
  /** The types listed; the first is that of a new one. */
  types: readonly UserType[];
  icon: Icon;
  texts: { title: string; detail: string; create: string; empty: string; empty_text: string };
}

type Shown = { as: 'edit'; account: Account | null } | { as: 'password'; account: Account };

/** Accounts of some types: add, change, lock, new password. They are locked, never deleted. */
export function AccountsList({ types, icon, texts }: AccountsListProps) {
  const { t } = useTranslation(['admin', 'core']);
  const { can } = useAccess();
  const me = useMe();
  const state = useListState({ ordering: 'last_name', filters: ['user_type', 'client'] });
  const query = { ...state.query, user_type: state.filter('user_type') ?? types.join(',') };
  const result = useList(users, query);
  const clients = useClientChoices();
  const lock = useLock(users);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const mayChange = can('user', 'change');
  const edit = (account: Account) => setShown({ as: 'edit', account });
  const add = can('user', 'add') ? { label: texts.create, onClick: () => setShown({ as: 'edit', account: null }) } : undefined;
  const clientName = (id: number) => clients.find(({ value }) => value === String(id))?.label ?? String(id);

  const actions = (account: Account) =>
    mayChange
      ? [
          { label: t('admin:actions.edit'), icon: IconPencil, onClick: () => edit(account) },
          { label: t('admin:password.action'), icon: IconKey, onClick: () => setShown({ as: 'password', account }) },
          ...(account.id === me.id
            ? []
            : [
                {
                  label: t(account.locked ? 'admin:lock.unlock' : 'admin:lock.lock'),
                  icon: account.locked ? IconLockOpen : IconLock,
                  onClick: () => void lock(account, nameOf(account)),
                },
              ]),
        ]
      : [];

  return (
    <>
      <PageHeader
        title={texts.title}
        detail={texts.detail}
        actions={
          add && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick}>
              {add.label}
            </Button>
          )
        }
      />
      <ResourceTable
        label={texts.title}
        columns={accountColumns(t, clientName)}
        result={result}
        state={state}
        nameOf={nameOf}
        onOpen={mayChange ? edit : undefined}
        actions={actions}
        filters={
          <>
            <ListFilter
              state={state}
              name="user_type"
              label={t('admin:users.type')}
              options={types.map((value) => ({ value, label: t(`core:roles.${value}`) }))}
            />
            {types.some(ofClient) && <ListFilter state={state} name="client" label={t('admin:users.client')} options={clients} />}
          </>
        }
        exported={{ resource: users, query }}
        empty={<EmptyState icon={icon} title={texts.empty} text={texts.empty_text} action={add} />}
      />
      {shown?.as === 'edit' && <AccountModal account={shown.account} type={types[0]!} title={texts.create} onClose={close} />}
      {shown?.as === 'password' && <PasswordModal path={users.path} person={shown.account} onClose={close} />}
    </>
  );
}
