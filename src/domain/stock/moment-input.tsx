import { DateTimePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAt, instantAt, wallText } from '#common/format/clock.ts';
import { datePattern } from '#common/format/locale.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';

/** Escape in the calendar closes the calendar, and not the dialog below it. */
const INSIDE = { 'data-mantine-stop-propagation': 'true' } as const;
/** Two digits are shown whole, in every font. */
const WIDE = { field: { minWidth: '1.9em' } };

interface MomentInputProps {
  label: string;
  placeholder?: string;
  /** Time zone of the event's farm. */
  timezone: string;
  /** An instant; null for now. */
  value?: string | null;
  onChange?: (instant: string | null) => void;
  error?: ReactNode;
}

/** A day and time by the farm's clock. */
export function MomentInput({ label, placeholder, timezone, value = null, onChange, error }: MomentInputProps) {
  const { t } = useTranslation(['core', 'pages']);
  const language = useLanguage();
  const twelve = useConventions().clock === '12';
  const wall = value && wallText(value, timezone).slice(0, 19).replace('T', ' ');
  const choose = (next: string) => {
    const [day = '', time = ''] = next.split(' ');
    onChange?.(instantAt(day, time, timezone).toISOString());
  };
  return (
    <CalendarLanguage>
      <DateTimePicker
        label={label}
        placeholder={placeholder}
        value={wall}
        onChange={(next) => (next ? choose(next) : onChange?.(null))}
        maxDate={dayAt(new Date(Date.now() + 86_400_000), timezone)}
        valueFormat={`${datePattern(language).toUpperCase()} ${twelve ? 'hh:mm A' : 'HH:mm'}`}
        timePickerProps={{
          format: twelve ? '12h' : '24h',
          hoursInputLabel: t('pages:time_range.hours'),
          minutesInputLabel: t('pages:time_range.minutes'),
          amPmInputLabel: 'AM, PM',
          hoursInputProps: INSIDE,
          minutesInputProps: INSIDE,
          amPmSelectProps: INSIDE,
          styles: WIDE,
        }}
        leftSection={<IconCalendar size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        submitButtonProps={{ 'aria-label': t('core:actions.save'), ...INSIDE }}
        error={error}
      />
    </CalendarLanguage>
  );
}
