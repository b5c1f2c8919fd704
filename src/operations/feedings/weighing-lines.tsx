import { Table, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './detail.module.css';
import type { Weighing } from './weighings.ts';

interface Line extends Weighing {
  seconds: number | null;
  /** Planned heads of a group. */
  heads?: number;
  weight_per_head?: number;
}

interface WeighingLinesProps {
  title: string;
  lines: readonly Line[];
  /** Absent if nothing may be corrected. */
  onCorrect?: (line: Line) => void;
}

/** Weighings by line, compared with their plan. */
export function WeighingLines({ title, lines, onCorrect }: WeighingLinesProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  return (
    <Table className={classes.lines} horizontalSpacing={8} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th data-right>{`${t('operations:planning.plan')},\u00a0${unit}`}</Table.Th>
          <Table.Th data-right>{`${t('operations:planning.fact')},\u00a0${unit}`}</Table.Th>
          <Table.Th data-right>{`${t('operations:planning.deviation')},\u00a0${unit}`}</Table.Th>
          <Table.Th data-right className={classes.time}>{`${t('operations:planning.time')}, ${t('core:units.min')}`}</Table.Th>
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
                {line.packs !== null && (
                  <Text size="xs" c="dimmed">
                    {`${format.value('ratio', line.packs)} × ${line.pack}`}
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
