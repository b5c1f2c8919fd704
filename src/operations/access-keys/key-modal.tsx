import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { accessKeys, type NewAccessKey } from '#contract/operations/access-keys.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';

type Made = z.infer<typeof NewAccessKey>;

interface KeyModalProps {
  farm: number;
  onMade: (key: Made) => void;
  onClose: () => void;
}

/** A new key only needs a name, because all keys have the same rights. */
export function KeyModal({ farm, onMade, onClose }: KeyModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const form = useForm({ initialValues: { farm, name: '' } });
  const save = useSave<typeof accessKeys, Made>(accessKeys, { farm });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:access_keys.create')}
      submitLabel={t('pages:access_keys.make')}
      save={async (values) => onMade(await save.mutateAsync({ values }))}
    >
      <TextInput
        label={t('pages:access_keys.name')}
        description={t('pages:access_keys.name_hint')}
        maxLength={300}
        {...form.getInputProps('name')}
      />
      <Text size="sm" c="dimmed">
        {t('pages:access_keys.may', { rights: t('pages:access_keys.rights_text') })}
      </Text>
    </FormModal>
  );
}
