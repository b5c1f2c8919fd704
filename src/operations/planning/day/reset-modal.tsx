import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type ScheduleRow, schedules } from '../../../../contract/operations/schedules.ts';
import { api } from '../../../core/api/api.ts';
import { refresh } from '../../../core/resource/queries.ts';
import { FormModal } from '../../../core/ui/form-modal.tsx';
import { toast } from '../../../core/ui/toast.ts';
import { SCHEDULE_VIEWS } from './queries.ts';

interface ResetModalProps {
  farm: number;
  schedule: ScheduleRow;
  onClose: () => void;
}

/** Takes a recorded load back, which nobody does without saying why. */
export function ResetModal({ farm, schedule, onClose }: ResetModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm({
    initialValues: { reason: '', version: schedule.version },
    validate: { reason: (reason) => (reason.trim() ? null : t('core:errors.required')) },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={t('operations:reset.title', { name: schedule.ration_name })}
      submitLabel={t('operations:reset.submit')}
      conflict={{
        labels: { reason: t('operations:reset.reason') },
        load: async () => {
          const { data } = await api.get<ScheduleRow>(`${schedules.path}/${schedule.id}/`, { farm });
          return { reason: form.getValues().reason, version: data.version };
        },
      }}
      save={async (values) => {
        await api.post(`${schedules.path}/${schedule.id}/reset/`, { body: values, farm });
        toast.success(t('operations:reset.done'));
        await refresh(...SCHEDULE_VIEWS);
      }}
    >
      <Text>{t('operations:reset.text')}</Text>
      <Textarea label={t('operations:reset.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
