import { column, FARM, figure, tile } from './columns.ts';
import type { ReportView, Tile } from './shape.ts';

const label = <const K extends string>(key: K) => ({ label: `pages:order_report.column.${key}` });
const ownTexts = <const K extends string>(key: K) => ({ ...label(key), hint: `pages:order_report.hint.${key}` });
const ORDERED = { group: 'operations:orders.title' };
const PRICES = { group: 'pages:order_report.prices' };
const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({
  ...tile(key, kind, good),
  ...ownTexts(key),
});

/** Columns, tiles and chart of orders: a row is an order with all its deliveries so far. */
export const ordersView = {
  columns: [
    column('ingredient', 'text'),
    column('supplier', 'text', label('supplier')),
    FARM,
    column('stock', 'text', { hidden: true }),
    column('order_from', 'date', label('order_from')),
    column('order_to', 'date', label('order_to')),
    column('days_late', 'count', ownTexts('days_late')),
    column('ordered', 'weight', { ...label('ordered'), ...ORDERED, total: 'sum' }),
    figure('order_received', 'weight', 'sum', { ...ownTexts('order_received'), ...ORDERED }),
    figure('order_left', 'weight', 'sum', { ...ownTexts('order_left'), ...ORDERED }),
    figure('order_over', 'weight', 'sum', { ...ownTexts('order_over'), ...ORDERED }),
    column('order_price', 'price', { ...label('order_price'), ...PRICES }),
    column('delivered_price', 'price', { ...ownTexts('delivered_price'), ...PRICES }),
    figure('price_difference', 'money', 'sum', { ...ownTexts('price_difference'), ...PRICES, deviation: true }),
    figure('open_money', 'money', 'sum', { ...ownTexts('open_money'), ...PRICES }),
  ],
  tiles: [
    ownTile('orders_open', 'count'),
    ownTile('orders_late', 'count', 'down'),
    ownTile('order_left', 'weight'),
    ownTile('open_money', 'money'),
    ownTile('price_difference', 'money', 'zero'),
  ],
  series: [
    {
      key: 'left',
      label: 'pages:order_report.left_by_ingredient',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [column('order_left', 'weight', label('order_left'))],
      filter: 'ingredient',
    },
  ],
} as const satisfies ReportView;
