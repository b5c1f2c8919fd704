import { Checkbox, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { USER_TYPES } from '#contract/access.ts';
import type { Security } from '#contract/admin/auth.ts';
import { MAX_PASSWORD_MINIMUM, SHORTEST_PASSWORD } from '#contract/password-length.ts';
import { api } from '#src/core/api/api.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';

const PATH = 'dashboard/security/';

/** User types that need a second factor, and the min length of a new password. */
export function SignInRules({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['security'], queryFn: async () => (await api.get<Security>(PATH)).data, gcTime: 0 });
  return data ? <Rules now={data} onClose={onClose} /> : null;
}

function Rules({ now, onClose }: { now: Security; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'core']);
  const form = useForm<Security>({ initialValues: now });
  const save = async (body: Security) => {
    await api.put(PATH, { body });
    toast.success(t('core:toast.saved'));
  };
  return (
    <FormModal onClose={onClose} title={t('admin:second_factor.rule')} form={form} save={save}>
      <Checkbox.Group
        label={t('core:auth.second_factor.title')}
        description={t('admin:second_factor.rule_text')}
        {...form.getInputProps('second_factor')}
      >
        <Stack gap="xs" my="sm">
          {USER_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={<Text size="sm">{t(`core:roles.${type}`)}</Text>} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NumberInput
        label={t('admin:password.length')}
        description={t('admin:password.length_text')}
        min={SHORTEST_PASSWORD}
        max={MAX_PASSWORD_MINIMUM}
        allowDecimal={false}
        {...form.getInputProps('password_length')}
      />
    </FormModal>
  );
}
