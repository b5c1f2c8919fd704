import { Group, Input, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConventions } from '#src/core/format/use-conventions.ts';
import {
  clampHours,
  clampMinutes,
  type HalfDay,
  halfOf,
  isTyped,
  normalizeRange,
  shownHours,
  type TimeRange,
  timeOf,
} from './time-range.ts';
import classes from './time-range-picker.module.css';

interface TimeFieldProps {
  label: string;
  value: string;
  twelve: boolean;
  /** True if the half of the day can't be chosen because it follows from the start. */
  halfFixed?: boolean;
  onChange: (time: string) => void;
  onTyping: (valid: boolean) => void;
}

function TimeField({ label, value, twelve, halfFixed = false, onChange, onTyping }: TimeFieldProps) {
  const { t } = useTranslation(['core', 'pages']);
  const [typed, setTyped] = useState<{ hours: string; minutes: string } | null>(null);
  const parts = typed ?? { hours: shownHours(value, twelve), minutes: value.slice(3, 5) };
  const half = twelve ? halfOf(value) : null;
  const type = (part: Partial<typeof parts>) => {
    const next = { ...parts, ...part };
    setTyped(next);
    onTyping(isTyped(next.hours, next.minutes, twelve));
  };
  const commit = () => {
    setTyped(null);
    onTyping(true);
    if (typed) onChange(timeOf(clampHours(typed.hours, twelve), clampMinutes(typed.minutes), half));
  };
  const field = (part: 'hours' | 'minutes') => (
    <TextInput
      className={classes.part}
      inputMode="numeric"
      maxLength={2}
      aria-label={`${label}: ${t(`pages:time_range.${part}`)}`}
      value={parts[part]}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => type({ [part]: event.currentTarget.value.replace(/\D/g, '') })}
      onBlur={commit}
    />
  );
  return (
    <Group gap={4} wrap="nowrap">
      {field('hours')}
      <Text c="dimmed">:</Text>
      {field('minutes')}
      {half && (
        <SegmentedControl
          size="xs"
          aria-label={`${label}: AM, PM`}
          data={[{ value: 'AM', label: 'AM', disabled: halfFixed }, 'PM']}
          value={half}
          onChange={(next) => onChange(timeOf(shownHours(value, true), value.slice(3, 5), next as HalfDay))}
        />
      )}
    </Group>
  );
}

interface TimeRangePickerProps {
  value: TimeRange;
  onChange: (range: TimeRange) => void;
  error?: string;
}

/** Picker for start and end, in the user's clock. */
export function TimeRangePicker({ value, onChange, error }: TimeRangePickerProps) {
  const { t } = useTranslation(['core', 'pages']);
  const twelve = useConventions().clock === '12';
  const [valid, setValid] = useState(true);
  return (
    <Input.Wrapper label={t('pages:time_range.time')} error={valid ? error : t('core:errors.timeRangeInvalid')}>
      <Group gap="xs">
        <TimeField
          label={t('pages:time_range.start')}
          twelve={twelve}
          value={value.start}
          onTyping={setValid}
          onChange={(start) => onChange(normalizeRange({ start, end: value.end }, twelve))}
        />
        <Text c="dimmed">–</Text>
        <TimeField
          label={t('pages:time_range.end')}
          twelve={twelve}
          halfFixed={halfOf(value.start) === 'PM'}
          value={value.end}
          onTyping={setValid}
          onChange={(end) => onChange(normalizeRange({ start: value.start, end }, twelve))}
        />
      </Group>
    </Input.Wrapper>
  );
}
