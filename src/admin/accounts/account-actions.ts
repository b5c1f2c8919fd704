import { IconEye, IconKey, IconLink, IconLock, IconLockOpen, IconShieldOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { accounts } from '#contract/admin/accounts.ts';
import { nameOf } from '#src/admin/people/person.ts';
import { useLock } from '#src/admin/people/use-lock.ts';
import { usePersonalData } from '#src/admin/people/use-personal-data.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { startViewing, useMe } from '#src/core/api/session.ts';
import type { OwnActions } from '#src/core/resource/use-resource-screen.ts';
import { toast } from '#src/core/ui/toast.ts';
import type { Account } from './columns.tsx';

interface Dialogs {
  onPassword: (account: Account) => void;
  onInvite: (account: Account) => void;
  onResetSecondFactor: (account: Account) => void;
}

/** Actions on an account of the list. */
export function useAccountActions({ onPassword, onInvite, onResetSecondFactor }: Dialogs) {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const { can } = useAccess();
  const me = useMe();
  const lock = useLock(accounts);
  const { saving, erasing } = usePersonalData({ resource: accounts, erase: (id) => api.delete(`${accounts.path}/${id}/`) });

  const viewAs = async ({ id }: Account) => {
    try {
      startViewing((await api.post<{ token: string }>(`${accounts.path}/${id}/view-as/`, { body: {} })).data.token);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return (account: Account, { edit }: OwnActions) => {
    const own = account.id === me.id;
    const mayChange = can('user', 'change');
    return [
      edit,
      // The own password and second factor are changed in the profile, which requires proof.
      mayChange && !own && { label: t('admin:password.action'), icon: IconKey, onClick: () => onPassword(account) },
      mayChange && !own && { label: t('pages:sign_in_link.invite.action'), icon: IconLink, onClick: () => onInvite(account) },
      !account.is_superadmin && !account.locked && { label: t('admin:view_as.action'), icon: IconEye, onClick: () => void viewAs(account) },
      mayChange &&
        !own &&
        account.second_factor && {
          label: t('admin:second_factor.reset'),
          icon: IconShieldOff,
          onClick: () => onResetSecondFactor(account),
        },
      mayChange &&
        !own && {
          label: t(account.locked ? 'admin:lock.unlock' : 'admin:lock.lock'),
          icon: account.locked ? IconLockOpen : IconLock,
          onClick: () => void lock(account, nameOf(account)),
        },
      mayChange && saving(account),
      can('user', 'delete') && !own && erasing(account),
    ];
  };
}
