import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { closedMonths } from '#contract/operations/closed-months.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import type { Closing } from './queries.ts';

/** Opens a closed month again, which nobody does without saying why. */
export function ReopenModal({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const month = useFormat().month(closing.month);
  const form = useForm({
    initialValues: { farm: closing.farm, month: closing.month, reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('core:errors.required')) },
  });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:months.reopen_of', { month })}
      submitLabel={t('pages:months.reopen')}
      save={async (values) => {
        await api.post(`${closedMonths.path}/reopen/`, { body: values });
        toast.success(t('pages:months.undone', { month }));
        await refresh(closedMonths);
      }}
    >
      <Text>{t('pages:months.reopen_text', { number: closing.number, version: closing.version, next: closing.version + 1 })}</Text>
      <Textarea label={t('pages:months.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
