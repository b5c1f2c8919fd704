import { column, FARM, figure } from './columns.ts';
import { cameAndUsedByDay, stockTiles } from './series.ts';
import type { ReportDefinition } from './shape.ts';

/** Max days of a list of moves without chosen ingredients. */
export const MAX_MOVE_DAYS = 92;

/** Moves of stock as in the ledger: the basis of all figures of stock. */
export const stockMoves = {
  id: 'stock_moves',
  label: 'reports:report.stock_moves',
  route: 'stock-moves',
  permission: 'inout',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'price_basis', 'compare_with'],
  opens: {},
  columns: [
    column('day', 'date', { hidden: true }),
    column('at', 'datetime'),
    column('ingredient', 'text'),
    column('move', 'text', { texts: 'reports:move' }),
    column('about', 'text', { hint: 'hints:about' }),
    column('moved', 'weight', { total: 'sum', deviation: true }),
    figure('balance', 'weight', 'formula', { hint: 'hints:balance_after' }),
    column('price', 'price'),
    column('moved_value', 'money', { total: 'sum', deviation: true }),
    column('stock', 'text'),
    FARM,
    column('user', 'text', { hidden: true }),
    column('note', 'text'),
  ],
  tiles: stockTiles,
  series: [cameAndUsedByDay],
} as const satisfies ReportDefinition;
