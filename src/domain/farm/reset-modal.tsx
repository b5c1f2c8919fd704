import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Listed } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';

interface ResetModalProps {
  resource: { path: string };
  row: { id: number; version: number };
  farm: number;
  name: string;
  texts: { explain: string; done: string };
  /** Lists that show the reset records. */
  views: readonly Pick<Listed, 'id'>[];
  onClose: () => void;
}

/** Resets recorded data, with a required reason. */
export function ResetModal({ resource, row, farm, name, texts, views, onClose }: ResetModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const path = `${resource.path}/${row.id}`;
  const form = useForm({
    initialValues: { reason: '', version: row.version },
    validate: { reason: (reason) => (reason.trim() ? null : t('core:errors.required')) },
  });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:reset.title', { name })}
      submitLabel={t('pages:reset.submit')}
      conflict={{
        labels: { reason: t('pages:reset.reason') },
        load: async () => {
          const { data } = await api.get<{ version: number }>(`${path}/`, { farm });
          return { reason: form.getValues().reason, version: data.version };
        },
      }}
      save={async (values) => {
        await api.post(`${path}/reset/`, { body: values, farm });
        toast.success(texts.done);
        await refresh(...views);
      }}
    >
      <Text>{texts.explain}</Text>
      <Textarea label={t('pages:reset.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
