import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_TIME_RANGE } from '#contract/operations/periods.ts';
import type { TimeRange } from '#src/core/ui/time-range/time-range.ts';
import { TimeRangePicker } from '#src/core/ui/time-range/time-range-picker.tsx';

interface TimePanelProps {
  times: TimeRange | undefined;
  onChange: (times: TimeRange | undefined) => void;
}

const DEFAULT: TimeRange = { start: DEFAULT_TIME_RANGE.start.slice(0, 5), end: DEFAULT_TIME_RANGE.end.slice(0, 5) };

/** Chooses a time of day or none. */
export function TimePanel({ times, onChange }: TimePanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const [range, setRange] = useState(times ?? DEFAULT);
  return (
    <Stack gap="sm">
      <TimeRangePicker value={range} onChange={setRange} />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(undefined)}>
          {t('reports:filter.any_time')}
        </Button>
        <Button size="xs" onClick={() => onChange(range)}>
          {t('core:actions.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
