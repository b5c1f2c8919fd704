import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { companies } from '#contract/operations/companies.ts';
import { api } from '#src/core/api/api.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { Company } from './columns.ts';

const valuesOf = (company: Company | null) => ({
  name: company?.name ?? '',
  registration_code: company?.registration_code ?? '',
  version: company?.version,
});

interface CompanyModalProps {
  /** null = a new one. */
  company: Company | null;
  readOnly?: boolean;
  onClose: () => void;
}

export function CompanyModal({ company, readOnly = false, onClose }: CompanyModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm({ initialValues: valuesOf(company) });
  const save = useSave(companies, { touches: [{ id: 'farms' }] });
  const labels = { name: t('operations:companies.name'), registration_code: t('operations:fields.registration_code') };
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      readOnly={readOnly}
      title={company ? company.name : t('operations:companies.create')}
      save={(values) => save.mutateAsync({ id: company?.id, values })}
      conflict={
        company ? { labels, load: async () => valuesOf((await api.get<Company>(`${companies.path}/${company.id}/`)).data) } : undefined
      }
    >
      <TextInput label={labels.name} required withAsterisk={false} readOnly={readOnly} maxLength={300} {...form.getInputProps('name')} />
      <TextInput
        label={labels.registration_code}
        description={t('operations:fields.registration_code_hint')}
        readOnly={readOnly}
        maxLength={40}
        {...form.getInputProps('registration_code')}
      />
    </FormModal>
  );
}
