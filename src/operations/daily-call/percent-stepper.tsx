import { ActionIcon, Group, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './daily-call.module.css';

interface PercentStepperProps {
  /** Label for screen readers. */
  label: string;
  value: number;
  step: number;
  least: number;
  most: number;
  /** A size instead of a change, shown without a sign. */
  plain?: boolean;
  onChange: (percent: number) => void;
}

const inBounds = (percent: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(percent * 100) / 100));

/** A percentage with buttons to increase and decrease it. */
export function PercentStepper({ label, value, step, least, most, plain = false, onChange }: PercentStepperProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const by = (change: number) => onChange(inBounds(value + change, least, most));
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={label}>
      <ActionIcon variant="default" size={44} aria-label={t('pages:daily_call.less')} disabled={value <= least} onClick={() => by(-step)}>
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <Text className={classes.percent} fw={600} aria-live="polite">
        {format.percent(value, { plus: !plain })}
      </Text>
      <ActionIcon variant="default" size={44} aria-label={t('pages:daily_call.more')} disabled={value >= most} onClick={() => by(step)}>
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
