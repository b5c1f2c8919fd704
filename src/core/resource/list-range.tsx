import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './resource-table.module.css';

interface ListRangeProps {
  /** The visible rows, from 1. */
  from: number;
  to: number;
  total: number;
}

/** The position in a long list. */
export function ListRange({ from, to, total }: ListRangeProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const text = (count: number) => format.value('count', count);
  return (
    <Text size="xs" c="dimmed" className={classes.pages}>
      {t('core:list.shown', { from: text(from), to: text(to), total: text(total) })}
    </Text>
  );
}
