import { column, FARM, figure, tile } from './columns.ts';
import { STOCK } from './headings.ts';
import { overDays } from './series.ts';
import type { ReportDefinition } from './shape.ts';

/** Windows of use in days, each up to the last whole day. */
export const CONSUMPTION_WINDOWS = [1, 7, 14, 30] as const;

const USED = { group: 'reports:heading.used' };
const PER_DAY = { group: 'reports:heading.per_day' };

/** Use of each ingredient, and the day on which it runs out. */
export const consumption = {
  id: 'consumption',
  label: 'reports:report.consumption',
  route: 'consumption',
  permission: 'inout',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'price_basis', 'compare_with'],
  opens: { report: 'stock_moves', filter: 'ingredient', days: 30 },
  columns: [
    column('stock', 'text'),
    FARM,
    column('ingredient', 'text'),
    ...CONSUMPTION_WINDOWS.map((days) => figure(`used_${days}`, 'weight', 'sum', USED)),
    ...CONSUMPTION_WINDOWS.map((days) => figure(`mean_${days}`, 'weight', 'sum', { ...PER_DAY, hidden: days === 1 })),
    figure('trend', 'percent', 'formula', PER_DAY),
    figure('cost_per_day', 'money', 'sum', PER_DAY),
    figure('rest', 'weight', 'sum', STOCK),
    { ...column('days_left', 'ratio', { ...STOCK, decimals: 1 }), hint: 'hints:days_left' },
    { ...column('run_out_on', 'date', STOCK), hint: 'hints:run_out_on' },
  ],
  tiles: [
    tile('mean_7', 'weight'),
    tile('mean_30', 'weight'),
    tile('trend', 'percent'),
    tile('cost_per_day', 'money', 'down'),
    tile('rest', 'weight'),
    tile('running_out', 'count', 'down'),
  ],
  series: [
    overDays('bar', 'by_day', 'reports:series.use_by_day', [column('used', 'weight')]),
    {
      key: 'by_ingredient',
      label: 'reports:series.days_left_by_ingredient',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [column('days_left', 'ratio', { decimals: 1 })],
      filter: 'ingredient',
    },
  ],
} as const satisfies ReportDefinition;
