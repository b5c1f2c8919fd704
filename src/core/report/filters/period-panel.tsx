import { NavLink, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/days.ts';
import { PERIODS, periodOf, periodRange, type Range } from '#contract/periods.ts';
import { MAX_RANGE_DAYS } from '#contract/reports/switches.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import classes from './filter-bar.module.css';

interface PeriodPanelProps {
  range: Range;
  today: string;
  onChange: (range: Range) => void;
}

/** Preset periods next to a calendar. */
export function PeriodPanel({ range, today, onChange }: PeriodPanelProps) {
  const { t } = useTranslation('reports');
  const [picked, setPicked] = useState<[string | null, string | null]>([range.after, range.before]);
  const [from, to] = picked;
  const half = from !== null && to === null ? from : undefined;
  return (
    <div className={classes.period}>
      <Stack gap={0} className={classes.presets}>
        {PERIODS.map((preset) => (
          <NavLink
            key={preset}
            component="button"
            type="button"
            label={t(`reports:preset.${preset}`)}
            active={periodOf(range, today) === preset}
            onClick={() => onChange(periodRange(preset, today))}
          />
        ))}
      </Stack>
      <CalendarLanguage>
        <DatePicker
          type="range"
          allowSingleDateInRange
          value={picked}
          defaultDate={range.before}
          minDate={half && addDays(half, 1 - MAX_RANGE_DAYS)}
          maxDate={half && addDays(half, MAX_RANGE_DAYS - 1)}
          onChange={(next) => {
            setPicked(next);
            const [after, before] = next;
            if (after && before) onChange({ after, before });
          }}
        />
      </CalendarLanguage>
    </div>
  );
}
