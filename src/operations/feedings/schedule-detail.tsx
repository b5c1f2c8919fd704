import { Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './detail.module.css';
import { FeedingStatus } from './feeding-status.tsx';
import { WeighingLines } from './weighing-lines.tsx';
import { type Weighing, weighingOf } from './weighings.ts';

interface ScheduleDetailProps {
  schedule: ScheduleRow;
  onClose: () => void;
  onEdit?: () => void;
  onCorrect: (weighing: Weighing) => void;
}

/** A feeding with all of its weighings. */
export function ScheduleDetail({ schedule, onClose, onEdit, onCorrect }: ScheduleDetailProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const weight = (kg: number) => `${format.value('weight', kg)}\u00a0${unit}`;
  const leftovers = schedule.leftovers
    ? `${weight(schedule.planned_leftovers)} · ${format.percent(schedule.leftover_percent)}`
    : format.value('text', false);
  const facts = [
    ['period', schedule.loading_name ?? t('operations:planning.by_hand')],
    ['mixer', schedule.mixer_name],
    ['operator', schedule.operator_name ?? '–'],
    ['started_at', format.value('datetime', schedule.started_at)],
    ['mix_time', `${format.value('duration', schedule.mix_seconds)} ${schedule.mix_seconds === null ? '' : t('core:units.min')}`],
    ['weight_plan', weight(schedule.weight_plan)],
    ['planned_leftovers', leftovers],
    ...(schedule.refed > 0 ? ([['refed', weight(schedule.refed)]] as const) : []),
    ...(schedule.leftovers || schedule.refed > 0 ? ([['fresh_weight', weight(schedule.fresh_weight)]] as const) : []),
    ['auto_load', format.value('text', schedule.auto_load)],
    ['skip_time', format.value('text', schedule.skip_time)],
  ] as const;
  return (
    <PlainModal onClose={onClose} size="lg" fullScreen={phone} title={schedule.ration_name}>
      <Stack>
        <Group gap="xs">
          <FeedingStatus schedule={schedule} />
          {schedule.parts > 1 && <Text>{t('pages:schedule.part_of', { part: schedule.part, parts: schedule.parts })}</Text>}
          {schedule.ignore_in_reports && (
            <Text c="dimmed">
              {t('pages:schedule.ignore_in_reports')}
              {schedule.ignore_reason && `: ${schedule.ignore_reason}`}
            </Text>
          )}
        </Group>
        <dl className={classes.facts}>
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{t(`pages:schedule.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <WeighingLines
          title={t('pages:schedule.ingredients')}
          onCorrect={schedule.abilities.correct ? onCorrect : undefined}
          lines={schedule.items.map((item) => ({ ...item, ...weighingOf(schedule, 'items', item) }))}
        />
        <WeighingLines
          title={t('pages:schedule.groups')}
          onCorrect={schedule.abilities.correct ? onCorrect : undefined}
          lines={schedule.groups.map((group) => ({ ...group, ...weighingOf(schedule, 'groups', group) }))}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('core:actions.close')}
          </Button>
          {onEdit && <Button onClick={onEdit}>{t('operations:actions.edit')}</Button>}
        </Group>
      </Stack>
    </PlainModal>
  );
}
