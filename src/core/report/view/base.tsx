import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { baseDays, whyNoChange } from '#common/files/comparison-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Base as Days } from '#contract/reports/comparison.ts';
import classes from './tiles.module.css';

interface BaseProps {
  comparison: Days;
  /** Visible because no tile shows it. */
  seen: boolean;
  format: Formatter;
}

/**
 * Names the days that chart and table are compared with, or why they can't be compared: for screen readers, and visible if there are no
 * tiles.
 */
export function Base({ comparison, seen, format }: BaseProps) {
  const { t } = useTranslation('reports');
  const why = whyNoChange(comparison, t, format);
  return (
    <Text className={seen ? undefined : classes.hidden} size="sm" role="status">
      {why ?? `${t('reports:compared.line')}: ${baseDays(comparison, format)}`}
    </Text>
  );
}
