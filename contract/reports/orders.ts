import { column, FARM, figure, tile } from './columns.ts';
import { WEIGHT } from './headings.ts';
import type { ReportDefinition } from './shape.ts';

const PRICES = { group: 'reports:heading.order_prices' };

/** What was ordered to come on these days, what of it came by now, at which price, and what is late: a row an order. */
export const orders = {
  id: 'orders',
  label: 'reports:report.orders',
  route: 'orders',
  permission: 'inout',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'compare_with'],
  columns: [
    column('ingredient', 'text'),
    column('supplier', 'text'),
    FARM,
    column('stock', 'text', { hidden: true }),
    column('order_from', 'date'),
    column('order_to', 'date'),
    column('days_late', 'count', { hint: 'hints:days_late' }),
    column('ordered', 'weight', { ...WEIGHT, total: 'sum' }),
    figure('order_received', 'weight', 'sum', WEIGHT),
    figure('order_left', 'weight', 'sum', WEIGHT),
    figure('order_over', 'weight', 'sum', WEIGHT),
    column('order_price', 'price', PRICES),
    column('delivered_price', 'price', { ...PRICES, hint: 'hints:delivered_price' }),
    figure('price_difference', 'money', 'sum', { ...PRICES, deviation: true }),
    figure('open_money', 'money', 'sum', PRICES),
  ],
  tiles: [
    tile('orders_open', 'count'),
    tile('orders_late', 'count', 'down'),
    tile('order_left', 'weight'),
    tile('open_money', 'money'),
    tile('price_difference', 'money', 'zero'),
  ],
  series: [
    {
      key: 'left',
      label: 'reports:series.order_left_by_ingredient',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [column('order_left', 'weight')],
      filter: 'ingredient',
    },
  ],
} as const satisfies ReportDefinition;
