import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Range } from '#contract/periods.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';

interface DaysFieldProps {
  value: Range;
  error: string | undefined;
  onChange: (days: Range) => void;
}

/** A day, or the first and the last day of a range. */
export function DaysField({ value, error, onChange }: DaysFieldProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  // The first of two clicks on a range; until the second, only the calendar has it.
  const [half, setHalf] = useState<string | null>(null);
  return (
    <CalendarLanguage>
      <DatePickerInput
        type="range"
        allowSingleDateInRange
        label={t('reports:filter.period')}
        leftSection={<IconCalendar size={16} aria-hidden />}
        error={error}
        value={half ? [half, null] : [value.after, value.before]}
        valueFormatter={() => (half ? `${format.value('date', half)} –` : daysText(value, format))}
        onChange={([after, before]) => {
          if (after && !before) return setHalf(after);
          setHalf(null);
          if (after && before) onChange({ after, before });
        }}
      />
    </CalendarLanguage>
  );
}
