import { Button } from '@mantine/core';
import { type Icon, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserType } from '#contract/access.ts';
import { accounts, isOfClient } from '#contract/admin/accounts.ts';
import { InvitationModal } from '#src/admin/people/invitation-modal.tsx';
import { PasswordModal } from '#src/admin/people/password-modal.tsx';
import { nameOf } from '#src/admin/people/person.ts';
import { ResetSecondFactor } from '#src/admin/people/reset-second-factor.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useAccountActions } from './account-actions.ts';
import { AccountModal } from './account-modal.tsx';
import { useClientChoices } from './choices.ts';
import { type Account, accountColumns } from './columns.tsx';
import { SignInRules } from './sign-in-rules.tsx';

interface AccountsListProps {
  /** The listed types; the first is that of a new one. */
  types: readonly UserType[];
  icon: Icon;
  texts: { title: string; detail: string; create: string; empty: string; empty_text: string };
}

/** Accounts of some types: add, change, lock, new password. Accounts are locked, never deleted. */
export function AccountsList({ types, icon, texts }: AccountsListProps) {
  const { t } = useTranslation(['admin', 'core']);
  const screen = useResourceScreen(accounts, {
    ordering: 'name',
    filters: ['user_type', 'client'],
    query: (state) => ({ user_type: state.filter('user_type') ?? types.join(',') }),
    nameOf,
  });
  const clients = useClientChoices();
  const [person, setPerson] = useState<Account | null>(null);
  const [forgetful, setForgetful] = useState<Account | null>(null);
  const [invited, setInvited] = useState<Account | null>(null);
  const [ruled, setRuled] = useState(false);
  const clientName = (id: number) => clients.find(({ value }) => value === String(id))?.label ?? String(id);
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={icon}
        texts={texts}
        columns={accountColumns(t, clientName)}
        buttons={
          screen.may('change') && (
            <Button variant="default" leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => setRuled(true)}>
              {t('admin:second_factor.rule')}
            </Button>
          )
        }
        filters={
          <>
            <ListFilter
              state={screen.state}
              name="user_type"
              label={t('admin:users.type')}
              options={types.map((value) => ({ value, label: t(`core:roles.${value}`) }))}
            />
            {types.some(isOfClient) && <ListFilter state={screen.state} name="client" label={t('admin:users.client')} options={clients} />}
          </>
        }
        actions={useAccountActions({ onPassword: setPerson, onInvite: setInvited, onResetSecondFactor: setForgetful })}
        form={({ row, onClose }) => (
          <AccountModal account={row} type={types[0]!} title={texts.create} onInvite={setInvited} onClose={onClose} />
        )}
      />
      {invited && <InvitationModal path={accounts.path} person={invited} onClose={() => setInvited(null)} />}
      {ruled && <SignInRules onClose={() => setRuled(false)} />}
      {forgetful && <ResetSecondFactor resource={accounts} person={forgetful} onClose={() => setForgetful(null)} />}
      {person && <PasswordModal path={accounts.path} person={person} onClose={() => setPerson(null)} />}
    </>
  );
}
