import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { deliveryCompanies } from '#contract/operations/deliveries.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';

export type DeliveryCompany = RowOf<typeof deliveryCompanies>;

const valuesOf = (company: DeliveryCompany | null) => ({
  name: company?.name ?? '',
  registration_code: company?.registration_code ?? '',
  contact: company?.contact ?? '',
  version: company?.version,
});

interface CompanyModalProps {
  /** null = a new one. */
  company: DeliveryCompany | null;
  readOnly?: boolean;
  onClose: () => void;
}

export function DeliveryCompanyModal({ company, readOnly = false, onClose }: CompanyModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm({ initialValues: valuesOf(company) });
  const save = useSave(deliveryCompanies, { touches: [{ id: 'deliveries' }] });
  const labels = {
    name: t('operations:delivery_companies.name'),
    registration_code: t('operations:delivery_companies.registration_code'),
    contact: t('operations:delivery_companies.contact'),
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      readOnly={readOnly}
      title={company ? company.name : t('operations:delivery_companies.create')}
      save={(values) => save.mutateAsync({ id: company?.id, values })}
      conflict={
        company
          ? { labels, load: async () => valuesOf((await api.get<DeliveryCompany>(`${deliveryCompanies.path}/${company.id}/`)).data) }
          : undefined
      }
    >
      <TextInput label={labels.name} readOnly={readOnly} maxLength={300} {...form.getInputProps('name')} />
      <TextInput label={labels.registration_code} readOnly={readOnly} maxLength={40} {...form.getInputProps('registration_code')} />
      <Textarea label={labels.contact} readOnly={readOnly} autosize maxLength={500} {...form.getInputProps('contact')} />
    </FormModal>
  );
}
