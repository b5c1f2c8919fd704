import { Group, Select, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import type { MailValues } from './values.ts';

/** Every half hour of a day, as stored. */
const TIMES = Array.from({ length: 48 }, (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`);

/** Times between which no mail is sent; they may include midnight. */
export function QuietFields({ form }: { form: UseFormReturnType<MailValues> }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const timesWith = (time: string) => (TIMES.includes(time) ? TIMES : [...TIMES, time].sort());
  return (
    <>
      <Switch
        label={t('pages:signals.mail.quiet')}
        description={t('pages:signals.mail.quiet_hint')}
        {...form.getInputProps('quiet', { type: 'checkbox' })}
      />
      {form.values.quiet && (
        <Group grow>
          {(['quiet_from', 'quiet_to'] as const).map((field) => (
            <Select
              key={field}
              allowDeselect={false}
              label={t(`pages:signals.mail.${field}`)}
              data={timesWith(form.values[field]).map((time) => ({ value: time, label: format.time(time) }))}
              {...form.getInputProps(field)}
            />
          ))}
        </Group>
      )}
    </>
  );
}
