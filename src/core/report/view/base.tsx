import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { baseDays, whyNoChange } from '#common/files/comparison-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Base as Days } from '#contract/reports/comparison.ts';
import classes from './tiles.module.css';

interface BaseProps {
  comparison: Days;
  /** Where no tile says it. */
  seen: boolean;
  format: Formatter;
}

/** Which days the chart and the table are compared with, or why they can't be: said to who listens, and seen where there are no tiles. */
export function Base({ comparison, seen, format }: BaseProps) {
  const { t } = useTranslation('reports');
  const why = whyNoChange(comparison, t, format);
  return (
    <Text className={seen ? undefined : classes.hidden} size="sm" role="status">
      {why ?? `${t('reports:compared.line')}: ${baseDays(comparison, format)}`}
    </Text>
  );
}
