import { PreviousNext } from '#src/core/ui/previous-next.tsx';
import '@mantine/dates/styles.layer.css';
import { Button, Group } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/days.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import classes from './day-picker.module.css';

interface DayPickerProps {
  day: string;
  today: string;
  onChange: (day: string) => void;
  /** Days per arrow; 7 for weeks. */
  step?: number;
}

/** One day, with buttons for the next, the previous and today. */
export function DayPicker({ day, today, onChange, step = 1 }: DayPickerProps) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const week = step === 7;
  return (
    <CalendarLanguage>
      <Group gap={4} wrap="nowrap" className={classes.picker}>
        <PreviousNext
          previous={t(week ? 'operations:week.previous' : 'operations:day.previous')}
          next={t(week ? 'operations:week.next' : 'operations:day.next')}
          onStep={(by) => onChange(addDays(day, by * step))}
        >
          <DatePickerInput
            className={classes.field}
            aria-label={t('operations:day.choose')}
            value={day}
            onChange={(next) => next && onChange(next)}
            valueFormatter={() => `${format.weekday(day)}, ${format.value('date', day)}`}
            leftSection={<IconCalendar size={16} aria-hidden />}
          />
        </PreviousNext>
        <Button variant="subtle" px="xs" className={classes.today} disabled={day === today} onClick={() => onChange(today)}>
          {t('operations:day.today')}
        </Button>
      </Group>
    </CalendarLanguage>
  );
}
