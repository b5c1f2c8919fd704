import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { useReturnFocus } from '#src/core/ui/return-focus.ts';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './detail.module.css';
import { beyondTolerance } from './sections.ts';
import { type Weighing, weighingOf } from './weighings.ts';

interface Line extends Weighing {
  seconds: number | null;
  /** Of a group: how many were to share it. */
  heads?: number;
  weight_per_head?: number;
}

interface LinesProps {
  title: string;
  lines: readonly Line[];
  /** None where nothing may be corrected. */
  onCorrect?: (line: Line) => void;
}

function Lines({ title, lines, onCorrect }: LinesProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  return (
    <Table className={classes.lines} horizontalSpacing={8} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th data-right>
            {t('operations:planning.plan')}, {unit}
          </Table.Th>
          <Table.Th data-right>
            {t('operations:planning.fact')}, {unit}
          </Table.Th>
          <Table.Th data-right>
            {t('operations:planning.deviation')}, {unit}
          </Table.Th>
          <Table.Th data-right className={classes.time}>
            {t('operations:planning.time')}, {t('core:units.min')}
          </Table.Th>
          {onCorrect && <Table.Th className={classes.correct} aria-label={t('pages:correct.action')} />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => {
          const { id, name, weight_plan, weight_fact, implausible, tolerance, seconds, heads, weight_per_head } = line;
          return (
            <Table.Tr key={id} data-waits={implausible || undefined}>
              <Table.Td>
                <Truncated text={name} at={45} />
                {heads !== undefined && (
                  <Text size="xs" c="dimmed">
                    {t('pages:schedule.per_head', {
                      heads: format.value('count', heads),
                      plan: format.value('weight', weight_per_head),
                      fact: format.value('weight', weight_fact === null || heads === 0 ? null : weight_fact / heads),
                      unit,
                    })}
                  </Text>
                )}
                {implausible && (
                  <Text size="xs" c="red" fw={600}>
                    {t('operations:planning.waits')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-right>{format.value('weight', weight_plan)}</Table.Td>
              <Table.Td data-right>{format.value('weight', weight_fact)}</Table.Td>
              <Table.Td data-right>
                <Deviation plan={weight_plan} fact={weight_fact} tolerance={tolerance} />
              </Table.Td>
              <Table.Td data-right className={classes.time}>
                {format.value('duration', seconds)}
              </Table.Td>
              {onCorrect && (
                <Table.Td className={classes.correct}>
                  {weight_fact !== null && (
                    <IconButton
                      icon={IconPencil}
                      variant={implausible ? 'filled' : 'subtle'}
                      color={implausible ? 'red' : 'gray'}
                      size="lg"
                      label={t(implausible ? 'pages:correct.title_waiting' : 'pages:correct.title', { name })}
                      onClick={() => onCorrect(line)}
                    />
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

interface ScheduleDetailProps {
  schedule: ScheduleRow;
  onClose: () => void;
  onEdit?: () => void;
  onCorrect: (weighing: Weighing) => void;
}

/** A feeding with all of its weighings. */
export function ScheduleDetail({ schedule, onClose, onEdit, onCorrect }: ScheduleDetailProps) {
  useReturnFocus();
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const weight = (kg: number) => `${format.value('weight', kg)} ${unit}`;
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
    <Modal
      opened
      onClose={onClose}
      size="lg"
      fullScreen={phone}
      title={schedule.ration_name}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
    >
      <Stack>
        <Group gap="xs">
          <StatusBadge status={schedule.status} beyond={beyondTolerance(schedule)} />
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
        <Lines
          title={t('pages:schedule.ingredients')}
          onCorrect={schedule.abilities.correct ? onCorrect : undefined}
          lines={schedule.items.map((item) => ({ ...item, ...weighingOf(schedule, 'items', item) }))}
        />
        <Lines
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
    </Modal>
  );
}
