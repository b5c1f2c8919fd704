import { IconEye, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveryCompanies } from '#contract/operations/deliveries.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { StockTabs } from '#src/domain/stock/stock-tabs.tsx';
import { type DeliveryCompany, DeliveryCompanyModal } from './company-modal.tsx';

/** Whom feed is bought from and sold to. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: 'name' });
  const result = useList(deliveryCompanies, state.query);
  const remove = useRemove(deliveryCompanies);
  const [shown, setShown] = useState<{ company: DeliveryCompany | null; readOnly: boolean } | null>(null);
  const add = can('delivery_company', 'add')
    ? { label: t('operations:delivery_companies.create'), onClick: () => setShown({ company: null, readOnly: false }) }
    : undefined;

  const actions = (company: DeliveryCompany) => [
    { label: t('operations:delivery_companies.details'), icon: IconEye, onClick: () => setShown({ company, readOnly: true }) },
    ...(can('delivery_company', 'change')
      ? [{ label: t('operations:delivery_companies.edit'), icon: IconPencil, onClick: () => setShown({ company, readOnly: false }) }]
      : []),
    ...(can('delivery_company', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(company.id, company.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:delivery_companies.title')} add={add} />
      <StockTabs />
      <ResourceTable
        label={t('operations:delivery_companies.title')}
        columns={[
          { key: 'name', label: t('operations:delivery_companies.name'), sort: 'name' },
          { key: 'registration_code', label: t('operations:delivery_companies.registration_code'), sort: 'registration_code' },
          { key: 'contact', label: t('operations:delivery_companies.contact'), sort: 'contact' },
        ]}
        result={result}
        state={state}
        nameOf={(company) => company.name}
        onOpen={(company) => setShown({ company, readOnly: true })}
        actions={actions}
        exported={{ resource: deliveryCompanies, query: state.query }}
        empty={
          <EmptyState
            icon={IconUsers}
            title={t('operations:delivery_companies.empty')}
            text={t('operations:delivery_companies.empty_text')}
            action={add}
          />
        }
      />
      {shown && <DeliveryCompanyModal {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
