import { IconBuildingWarehouse, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { companies } from '#contract/operations/companies.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { FirstSteps } from '#src/operations/first-steps/first-steps.tsx';
import { type Company, companyColumns } from './columns.ts';
import { CompanyModal } from './company-modal.tsx';

/** The client's companies; opening one goes to its farms. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const path = useAppPath();
  const navigate = useNavigate();
  const state = useListState({ ordering: 'name' });
  const result = useList(companies, state.query);
  const remove = useRemove(companies);
  const [shown, setShown] = useState<{ company: Company | null; readOnly: boolean } | null>(null);
  const add = can('company', 'add')
    ? { label: t('operations:companies.create'), onClick: () => setShown({ company: null, readOnly: false }) }
    : undefined;

  const actions = (company: Company) => [
    { label: t('operations:actions.details'), icon: IconEye, onClick: () => setShown({ company, readOnly: true }) },
    ...(can('company', 'change')
      ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setShown({ company, readOnly: false }) }]
      : []),
    ...(can('company', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(company.id, company.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:companies.title')} add={add} />
      <FirstSteps />
      <ResourceTable
        label={t('operations:companies.title')}
        columns={companyColumns(t)}
        result={result}
        state={state}
        nameOf={(company) => company.name}
        onOpen={(company) => navigate(path(`companies/${company.id}/farms`))}
        actions={actions}
        empty={
          <EmptyState
            icon={IconBuildingWarehouse}
            title={t('operations:companies.empty')}
            text={t('operations:companies.empty_text')}
            action={add}
          />
        }
      />
      {shown && <CompanyModal {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
