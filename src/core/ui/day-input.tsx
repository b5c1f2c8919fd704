import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useFormat } from '#src/core/format/use-format.ts';
import { CalendarLanguage } from './calendar-language.tsx';

interface DayInputProps extends Omit<DatePickerInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** null, undefined and an empty text mean no day. */
  value?: string | null;
  /** Called with null only if the field can be cleared. */
  onChange?: (day: string | null) => void;
}

/** A form's field for a day, in the user's date format. */
export function DayInput({ value, onChange, ...rest }: DayInputProps) {
  const format = useFormat();
  return (
    <CalendarLanguage>
      <DatePickerInput
        valueFormatter={() => (value ? format.value('date', value) : '')}
        leftSection={<IconCalendar size={16} aria-hidden />}
        popoverProps={{ withinPortal: true }}
        {...rest}
        value={value || null}
        onChange={(day) => (day !== null || rest.clearable) && onChange?.(day)}
      />
    </CalendarLanguage>
  );
}
