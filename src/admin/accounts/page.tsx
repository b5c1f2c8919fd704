import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UserType } from '#contract/access.ts';
import { AccountsList } from './accounts-list.tsx';

const TYPES: readonly UserType[] = ['client', 'employee', 'consultant', 'staff', 'admin'];

/** Every account of the installation. */
export function Page() {
  const { t } = useTranslation('admin');
  return (
    <AccountsList
      types={TYPES}
      icon={IconUsers}
      texts={{
        title: t('admin:users.title'),
        detail: t('admin:users.detail'),
        create: t('admin:users.create'),
        empty: t('admin:users.empty'),
        empty_text: t('admin:users.empty_text'),
      }}
    />
  );
}
