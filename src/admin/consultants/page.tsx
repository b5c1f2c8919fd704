import { IconUserStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UserType } from '#contract/access.ts';
import { AccountsList } from '#src/admin/accounts/accounts-list.tsx';

const TYPES: readonly UserType[] = ['consultant', 'staff'];

/** People who serve clients. */
export function Page() {
  const { t } = useTranslation('admin');
  return (
    <AccountsList
      types={TYPES}
      icon={IconUserStar}
      texts={{
        title: t('admin:consultants.title'),
        detail: t('admin:consultants.detail'),
        create: t('admin:consultants.create'),
        empty: t('admin:consultants.empty'),
        empty_text: t('admin:consultants.empty_text'),
      }}
    />
  );
}
