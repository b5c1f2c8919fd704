import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { api } from '#src/core/api/api.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import { toast } from '#src/core/ui/toast.ts';
import { PasswordField } from './password-field.tsx';
import { nameOf, type Person } from './person.ts';

interface PasswordModalProps {
  /** The resource's path under `/api/`. */
  path: string;
  person: Person;
  onClose: () => void;
}

/** Sets another person's password. */
export function PasswordModal({ path, person, onClose }: PasswordModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const form = useForm({
    initialValues: { password: '', repeat_password: '' },
    validate: ({ password, repeat_password }) => {
      const { new_password, ...wrong } = checkNewPassword(t, password, repeat_password);
      return new_password ? { password: new_password } : wrong;
    },
  });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('admin:password.title', { name: nameOf(person) })}
      save={async ({ password }) => {
        await api.put(`${path}/${person.id}/password/`, { body: { password } });
        toast.success(t('admin:password.done'));
      }}
    >
      <Text c="dimmed">{t('admin:password.text')}</Text>
      <PasswordField label={t('core:fields.new_password')} {...form.getInputProps('password')} />
      <PasswordField label={t('core:fields.repeat_password')} description={null} {...form.getInputProps('repeat_password')} />
    </FormModal>
  );
}
