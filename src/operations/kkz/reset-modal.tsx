import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type BatchRow, batches } from '../../../contract/operations/animal-feed.ts';
import { api } from '../../core/api/api.ts';
import { refresh } from '../../core/resource/queries.ts';
import { FormModal } from '../../core/ui/form-modal.tsx';
import { toast } from '../../core/ui/toast.ts';
import { BATCH_VIEWS } from './views.ts';

/** Takes the making of a batch back, which nobody does without saying why. */
export function ResetModal({ farm, batch, onClose }: { farm: number; batch: BatchRow; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm({
    initialValues: { reason: '', version: batch.version },
    validate: { reason: (reason) => (reason.trim() ? null : t('core:errors.required')) },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={t('operations:reset.title', { name: batch.recipe_name })}
      submitLabel={t('operations:reset.submit')}
      conflict={{
        labels: { reason: t('operations:reset.reason') },
        load: async () => {
          const { data } = await api.get<BatchRow>(`${batches.path}/${batch.id}/`, { farm });
          return { reason: form.getValues().reason, version: data.version };
        },
      }}
      save={async (values) => {
        await api.post(`${batches.path}/${batch.id}/reset/`, { body: values, farm });
        toast.success(t('operations:kkz.reset_done'));
        await refresh(...BATCH_VIEWS);
      }}
    >
      <Text>{t('operations:kkz.reset_text')}</Text>
      <Textarea label={t('operations:reset.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
