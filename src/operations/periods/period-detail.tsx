import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { PeriodJobs } from './period-jobs.tsx';
import type { Period } from './queries.ts';

/** A period for people with read access. */
export function PeriodDetail({ period, onClose }: { period: Period; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const clock = (time: string) => format.value('time', time.slice(0, 5));
  const facts = [
    `${clock(period.start_time)} – ${clock(period.end_time)}`,
    t(period.active ? 'pages:periods.on' : 'pages:periods.off'),
    `${format.value('weight', period.weight_plan)}\u00a0${unit}`,
  ];
  return (
    <PlainModal onClose={onClose} size="lg" title={period.name}>
      <Stack>
        <Text>{facts.join(' · ')}</Text>
        <PeriodJobs jobs={period.jobs} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('core:actions.close')}
          </Button>
        </Group>
      </Stack>
    </PlainModal>
  );
}
