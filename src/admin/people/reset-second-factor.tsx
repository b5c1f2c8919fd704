import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { NO_PROOF, ProofFields, proofOf } from '#src/core/ui/proof-fields.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { nameOf, type Person } from './person.ts';

interface ResetSecondFactorProps {
  resource: Resource;
  person: Person;
  onClose: () => void;
}

/** Removes a lost second factor, so that the password is enough again. The caller proves the own identity. */
export function ResetSecondFactor({ resource, person, onClose }: ResetSecondFactorProps) {
  const { t } = useTranslation(['admin', 'core']);
  const form = useForm({ initialValues: NO_PROOF });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('admin:second_factor.reset_title', { name: nameOf(person) })}
      submitLabel={t('admin:second_factor.reset')}
      save={async (values) => {
        await api.delete(`${resource.path}/${person.id}/second-factor/`, { body: proofOf(values) });
        toast.success(t('admin:second_factor.reset_done'));
        await refresh(resource);
      }}
    >
      <Text c="dimmed">{t('admin:second_factor.reset_text')}</Text>
      <ProofFields input={(name) => form.getInputProps(name)} />
    </FormModal>
  );
}
