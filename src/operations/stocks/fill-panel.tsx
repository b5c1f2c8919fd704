import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import type { Stock } from './columns.tsx';
import classes from './fill.module.css';
import { FillBar } from './fill-bar.tsx';

/** Content, capacity and free space of a stock. */
export function FillPanel({ stock }: { stock: Stock }) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  // Whole stocks are shown in tonnes, the unit of purchase and storage; in pounds with that unit.
  const pounds = format.units === 'lb';
  const unit = pounds ? t(format.unit('weight')) : t('core:units.t');
  const amount = (kg: number | null) => (pounds || kg === null ? format.value('weight', kg, { decimals: 0 }) : format.tonnes(kg));
  const figures = [
    ['rest', stock.rest],
    ['capacity', stock.capacity || null],
    ['room', stock.capacity ? Math.max(0, stock.capacity - stock.rest) : null],
  ] as const;
  return (
    <Paper withBorder className={classes.panel}>
      {figures.map(([key, kg]) => (
        <dl key={key} className={classes.figure}>
          <dt>{t(`operations:stocks.${key}`)}</dt>
          <dd>
            {amount(kg)} <small>{kg !== null && unit}</small>
          </dd>
        </dl>
      ))}
      {stock.fill_percent === null ? (
        <Text c="dimmed">{t('operations:stocks.no_capacity')}</Text>
      ) : (
        <FillBar percent={stock.fill_percent} large />
      )}
    </Paper>
  );
}
