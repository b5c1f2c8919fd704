import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';

const TOUCHES = [{ id: 'deliveries' }] as const;

/** Suppliers and buyers. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  return (
    <PlainScreen
      resource={deliveryCompanies}
      icon={IconUsers}
      touches={TOUCHES}
      readable
      fields={[
        { key: 'name', label: t('operations:delivery_companies.name') },
        { key: 'registration_code', label: t('operations:delivery_companies.registration_code') },
        { key: 'contact', label: t('operations:delivery_companies.contact'), long: true },
      ]}
      texts={{
        title: t('operations:delivery_companies.title'),
        create: t('operations:delivery_companies.create'),
        details: t('operations:delivery_companies.details'),
        edit: t('operations:delivery_companies.edit'),
        empty: t('operations:delivery_companies.empty'),
        empty_text: t('operations:delivery_companies.empty_text'),
      }}
    />
  );
}
