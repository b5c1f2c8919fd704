import { Text } from '@mantine/core';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { findWorstDeviation } from './sections.ts';

/** A feeding's status; out of tolerance, its largest deviation instead of the word, with the feed or group that deviates. */
export function FeedingStatus({ schedule }: { schedule: ScheduleRow }) {
  const format = useFormat();
  const unit = useWeightUnit();
  const worst = findWorstDeviation(schedule);
  if (!worst) return <StatusBadge status={schedule.status} />;
  return (
    <>
      <StatusBadge status={schedule.status} beyond problem={`${format.signed('weight', worst.kg)}\u00a0${unit}`} />
      <Text size="xs" c="dimmed">
        {worst.name}
      </Text>
    </>
  );
}
