import '@mantine/dates/styles.layer.css';
import { ActionIcon, Button, Group } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/days.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import classes from './day-picker.module.css';

interface DayPickerProps {
  day: string;
  today: string;
  onChange: (day: string) => void;
  /** Days that the arrows go; 7 for weeks. */
  step?: number;
}

/** One day with the way to the next, the one before and today. */
export function DayPicker({ day, today, onChange, step = 1 }: DayPickerProps) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const week = step === 7;
  return (
    <CalendarLanguage>
      <Group gap={4} wrap="nowrap" className={classes.picker}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(week ? 'operations:week.previous' : 'operations:day.previous')}
          onClick={() => onChange(addDays(day, -step))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <DatePickerInput
          className={classes.field}
          aria-label={t('operations:day.choose')}
          value={day}
          onChange={(next) => next && onChange(next)}
          valueFormatter={() => `${format.weekday(day)}, ${format.value('date', day)}`}
          leftSection={<IconCalendar size={16} aria-hidden />}
        />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(week ? 'operations:week.next' : 'operations:day.next')}
          onClick={() => onChange(addDays(day, step))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Button variant="subtle" px="xs" className={classes.today} disabled={day === today} onClick={() => onChange(today)}>
          {t('operations:day.today')}
        </Button>
      </Group>
    </CalendarLanguage>
  );
}
