import { Button } from '@mantine/core';
import { type Icon, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserType } from '#contract/access.ts';
import { accounts } from '#contract/admin/accounts.ts';
import { PasswordModal } from '#src/admin/people/password-modal.tsx';
import { nameOf } from '#src/admin/people/person.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { useAccountActions } from './account-actions.ts';
import { AccountModal } from './account-modal.tsx';
import { useClientChoices } from './choices.ts';
import { type Account, accountColumns, ofClient } from './columns.tsx';
import { SignInRules } from './sign-in-rules.tsx';

interface AccountsListProps {
  /** The types listed; the first is that of a new one. */
  types: readonly UserType[];
  icon: Icon;
  texts: { title: string; detail: string; create: string; empty: string; empty_text: string };
}

type Shown = { as: 'edit'; account: Account | null } | { as: 'password'; account: Account } | { as: 'rules' };

/** Accounts of some types: add, change, lock, new password. They are locked, never deleted. */
export function AccountsList({ types, icon, texts }: AccountsListProps) {
  const { t } = useTranslation(['admin', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: 'last_name', filters: ['user_type', 'client'] });
  const query = { ...state.query, user_type: state.filter('user_type') ?? types.join(',') };
  const result = useList(accounts, query);
  const clients = useClientChoices();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const mayChange = can('user', 'change');
  const edit = (account: Account) => setShown({ as: 'edit', account });
  const add = can('user', 'add') ? { label: texts.create, onClick: () => setShown({ as: 'edit', account: null }) } : undefined;
  const clientName = (id: number) => clients.find(({ value }) => value === String(id))?.label ?? String(id);

  const actions = useAccountActions({ edit, password: (account) => setShown({ as: 'password', account }) });

  return (
    <>
      <PageHeader
        title={texts.title}
        detail={texts.detail}
        actions={
          <>
            {mayChange && (
              <Button variant="default" leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => setShown({ as: 'rules' })}>
                {t('admin:second_factor.rule')}
              </Button>
            )}
            {add && (
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick}>
                {add.label}
              </Button>
            )}
          </>
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
        exported={{ resource: accounts, query }}
        empty={<EmptyState icon={icon} title={texts.empty} text={texts.empty_text} action={add} />}
      />
      {shown?.as === 'edit' && <AccountModal account={shown.account} type={types[0]!} title={texts.create} onClose={close} />}
      {shown?.as === 'rules' && <SignInRules onClose={close} />}
      {shown?.as === 'password' && <PasswordModal path={accounts.path} person={shown.account} onClose={close} />}
    </>
  );
}
