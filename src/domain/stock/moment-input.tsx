import { DateTimePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOf, wallClock } from '#common/format/clock.ts';
import { datePattern, isUs } from '#common/format/locale.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';

interface MomentInputProps {
  label: string;
  placeholder?: string;
  /** Of the farm where it happens. */
  timezone: string;
  /** An instant; null = now. */
  value: string | null;
  onChange: (instant: string | null) => void;
  error?: ReactNode;
}

/** A day and a time by the farm's clock. */
export function MomentInput({ label, placeholder, timezone, value, onChange, error }: MomentInputProps) {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const wall = value && wallClock(value, timezone)?.toISOString().slice(0, 19).replace('T', ' ');
  return (
    <CalendarLanguage>
      <DateTimePicker
        label={label}
        placeholder={placeholder}
        value={wall}
        onChange={(next) => onChange(next ? instantOf(next, timezone) : null)}
        maxDate={wallClock(new Date(Date.now() + 86_400_000).toISOString(), timezone)
          ?.toISOString()
          .slice(0, 10)}
        valueFormat={`${datePattern(language).toUpperCase()} ${isUs(language) ? 'hh:mm A' : 'HH:mm'}`}
        timePickerProps={{ format: isUs(language) ? '12h' : '24h' }}
        leftSection={<IconCalendar size={16} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        submitButtonProps={{ 'aria-label': t('core:actions.save') }}
        error={error}
      />
    </CalendarLanguage>
  );
}
