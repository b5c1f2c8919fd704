import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/days.ts';
import type { Use } from '#contract/errors.ts';
import { type Replacement, type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { SCHEDULE_VIEWS } from './queries.ts';
import { ReplaceDeleted } from './replace-deleted.tsx';

interface CopyDayModalProps {
  farm: number;
  day: string;
  onCopied: (day: string) => void;
  onClose: () => void;
}

/** Copies the day's feedings to another day. */
export function CopyDayModal({ farm, day, onCopied, onClose }: CopyDayModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const form = useForm({
    initialValues: { farm, from: day, to: addDays(day, 1), replacements: [] as Replacement[] },
    validate: { to: (to) => (to === day ? t('pages:copy.same_day') : null) },
  });
  const [gone, setGone] = useState<readonly Use[]>([]);
  const copy = async (values: typeof form.values) => {
    try {
      return await api.post<ScheduleRow[]>(`${schedules.path}/copy/`, { body: values, farm });
    } catch (error) {
      // Deleted rows need a replacement.
      if (error instanceof ApiError) setGone((known) => error.errors.from?.[0]?.uses ?? known);
      throw error;
    }
  };
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:copy.title', { day: format.value('date', day) })}
      submitLabel={t('pages:copy.submit')}
      save={async (values) => {
        const { data } = await copy(values);
        if (data.length === 0) {
          form.setFieldError('to', t('pages:copy.nothing'));
          // The form stays open, so that another day can be chosen.
          throw new DOMException('Nothing was copied', 'AbortError');
        }
        toast.success(t('pages:copy.done', { count: data.length }));
        await refresh(...SCHEDULE_VIEWS);
        onCopied(values.to);
      }}
    >
      <Text c="dimmed">{t('pages:copy.text')}</Text>
      <DayInput label={t('pages:copy.to')} {...form.getInputProps('to')} />
      {gone.length > 0 && (
        <ReplaceDeleted
          farm={farm}
          deleted={gone}
          value={form.values.replacements}
          onChange={(replacements) => form.setFieldValue('replacements', replacements)}
          errors={form.errors}
        />
      )}
    </FormModal>
  );
}
