import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OptimiseAnswer } from '#contract/least-cost.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './least-cost.module.css';

const WIDTH = 640;
const HEIGHT = 220;
const MARGIN = 12;
/** Part of the line after the last corner. */
const AFTER = 1.15;

interface PriceLineProps {
  line: NonNullable<OptimiseAnswer['price_line']>;
  name: string;
  /** The price of the run. */
  price: number;
}

/** Cost per head and amount of a feed over its price, with all corners. */
export function PriceLine({ line: { ingredient, corners }, name, price }: PriceLineProps) {
  const { t } = useTranslation('nutrients');
  const format = useFormat();
  const points = corners.map((corner) => ({
    ...corner,
    amount: corner.amounts.find((one) => one.ingredient === ingredient)?.amount ?? 0,
  }));
  const last = points.at(-1);
  if (!last) return null;
  const end = Math.max(last.price, price) * AFTER || 1;
  const ends = [...points, { ...last, price: end, cost: last.cost + last.amount * (end - last.price) }];
  const costs = ends.map(({ cost }) => cost);
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const x = (value: number) => MARGIN + (value / end) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - (high === low ? 0.5 : (value - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  return (
    <section className={classes.line} aria-label={t('nutrients:leastcost.line_of', { feed: name })}>
      <h3>{t('nutrients:leastcost.line_of', { feed: name })}</h3>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('nutrients:leastcost.line_of', { feed: name })}>
        <line className={classes.mark} x1={x(price)} x2={x(price)} y1={MARGIN} y2={HEIGHT - MARGIN} />
        <polyline className={classes.course} points={ends.map((one) => `${x(one.price)},${y(one.cost)}`).join(' ')} />
        {points.map((one) => (
          <circle key={one.price} className={classes.corner} cx={x(one.price)} cy={y(one.cost)} r={4} />
        ))}
      </svg>
      <Table className={classes.numbers} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th data-right>{`${t('nutrients:leastcost.price')},\u00a0${t(format.unit('price'), format.unitValues)}`}</Table.Th>
            <Table.Th data-right>{t('nutrients:leastcost.cost')}</Table.Th>
            <Table.Th data-right>{t('nutrients:leastcost.above')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((one) => (
            <Table.Tr key={one.price}>
              <Table.Td data-right>{format.value('price', one.price)}</Table.Td>
              <Table.Td data-right>{format.value('money', one.cost)}</Table.Td>
              <Table.Td data-right>{format.value('weight', one.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
