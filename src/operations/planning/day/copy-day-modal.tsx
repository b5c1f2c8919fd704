import { Text } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useForm } from '@mantine/form';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../../contract/days.ts';
import { type ScheduleRow, schedules } from '../../../../contract/operations/schedules.ts';
import { api } from '../../../core/api/api.ts';
import { useFormat } from '../../../core/i18n/use-format.ts';
import { refresh } from '../../../core/resource/queries.ts';
import { CalendarLanguage } from '../../../core/ui/calendar-language.tsx';
import { FormModal } from '../../../core/ui/form-modal.tsx';
import { toast } from '../../../core/ui/toast.ts';
import { SCHEDULE_VIEWS } from './queries.ts';

interface CopyDayModalProps {
  farm: number;
  day: string;
  onCopied: (day: string) => void;
  onClose: () => void;
}

/** The day's feedings as a plan of another day. */
export function CopyDayModal({ farm, day, onCopied, onClose }: CopyDayModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const form = useForm({
    initialValues: { farm, from: day, to: addDays(day, 1) },
    validate: { to: (to) => (to === day ? t('operations:copy.same_day') : null) },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={t('operations:copy.title', { day: format.value('date', day) })}
      submitLabel={t('operations:copy.submit')}
      save={async (values) => {
        const { data } = await api.post<ScheduleRow[]>(`${schedules.path}/copy/`, { body: values, farm });
        toast.success(t('operations:copy.done', { count: data.length }));
        await refresh(...SCHEDULE_VIEWS);
        onCopied(values.to);
      }}
    >
      <Text c="dimmed">{t('operations:copy.text')}</Text>
      <CalendarLanguage>
        <DatePickerInput
          label={t('operations:copy.to')}
          valueFormatter={() => format.value('date', form.values.to)}
          leftSection={<IconCalendar size={16} aria-hidden />}
          popoverProps={{ withinPortal: true }}
          {...form.getInputProps('to')}
          onChange={(to) => to && form.setFieldValue('to', to)}
        />
      </CalendarLanguage>
    </FormModal>
  );
}
