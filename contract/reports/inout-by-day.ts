import { column, FARM, figure } from './columns.ts';
import { cameAndUsedByDay, overDays, stockTiles } from './series.ts';
import type { Column, ReportDefinition } from './shape.ts';

const MONEY = { group: 'reports:heading.cost' };

/** Max days side by side, because nobody reads a wider table. */
export const MAX_DAY_COLUMNS = 92;

/** A day's columns of an ingredient: `<key>_<day>`. */
export const dayColumns = (day: string): Column[] => [
  { ...figure('came', 'weight', 'sum', { day }), key: `came_${day}` },
  { ...figure('used', 'weight', 'sum', { day }), key: `used_${day}` },
  { ...figure('counted', 'weight', 'sum', { day, deviation: true, hidden: true }), key: `counted_${day}` },
  { ...figure('balance', 'weight', 'sum', { day }), key: `balance_${day}` },
];

/** Stock by day: one row per ingredient, days side by side. */
export const inoutByDay = {
  id: 'inout_new',
  label: 'reports:report.inout_new',
  path: 'inoutnew',
  route: 'additional/inout_new',
  permission: 'inout',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'compare_with'],
  opens: { report: 'stock_moves', filter: 'ingredient' },
  columns: [
    column('stock', 'text'),
    FARM,
    column('ingredient', 'text'),
    figure('opening', 'weight', 'sum'),
    figure('opening_value', 'money', 'sum', MONEY),
    column('moved_value', 'money', { ...MONEY, total: 'sum', deviation: true }),
    figure('revaluation', 'money', 'sum', { ...MONEY, deviation: true }),
    figure('closing_value', 'money', 'sum', MONEY),
  ],
  tiles: stockTiles,
  series: [overDays('area', 'balance', 'reports:series.stock_by_day', [column('balance', 'weight')]), cameAndUsedByDay],
} as const satisfies ReportDefinition;
