import { MonthPickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import { isMonth } from './choice.ts';

interface MonthFieldProps {
  /** `YYYY-MM`; invalid values count as none. */
  value: string;
  error: string | undefined;
  onChange: (month: string) => void;
}

/** A month by name in the current language; the browser's own field would use the browser's language. */
export function MonthField({ value, error, onChange }: MonthFieldProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const format = useFormat();
  return (
    <CalendarLanguage>
      <MonthPickerInput
        label={t('pages:form.month')}
        leftSection={<IconCalendar size={16} aria-hidden />}
        error={error}
        value={isMonth(value) ? `${value}-01` : null}
        valueFormatter={() => format.month(value)}
        onChange={(day) => day && onChange(day.slice(0, 7))}
      />
    </CalendarLanguage>
  );
}
