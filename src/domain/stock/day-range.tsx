import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ListState } from '#src/core/resource/list-state.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';

interface DayRangeProps {
  state: ListState;
  label: string;
  /** Names of the limits in the query. */
  after: string;
  before: string;
}

/** Days from and to, of the farm's calendar. */
export function DayRange({ state, label, after, before }: DayRangeProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  // Between the two clicks, only the calendar has the first day.
  const [half, setHalf] = useState<string | null>(null);
  const from = half ?? state.filter(after);
  const to = half ? null : state.filter(before);
  const text = [from, to].map((day) => (day ? format.value('date', day) : '')).join(' – ');
  return (
    <CalendarLanguage>
      <DatePickerInput
        type="range"
        allowSingleDateInRange
        aria-label={label}
        placeholder={label}
        leftSection={<IconCalendar size={16} aria-hidden />}
        miw={224}
        flex={{ base: 1, sm: 'none' }}
        value={[from, to]}
        valueFormatter={() => (from ? text : '')}
        onChange={([start, end]) => {
          if (start && !end) return setHalf(start);
          setHalf(null);
          state.setFilters({ [after]: start, [before]: end });
        }}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      />
    </CalendarLanguage>
  );
}
