import { column, FARM, figure, tile } from './columns.ts';
import { WEIGHT } from './headings.ts';
import { bars, overDays } from './series.ts';
import type { ReportDefinition } from './shape.ts';

const MONEY = { group: 'reports:heading.cost' };

/** Kinds of moves in the order of the statement; each has its money under `<key>_value`. */
export const STOCK_MOVES = [
  'received',
  'harvested',
  'crafted_in',
  'transferred_in',
  'sold',
  'fed',
  'fed_by_others',
  'crafted_out',
  'transferred_out',
  'counted',
] as const;
export type StockMove = (typeof STOCK_MOVES)[number];
/** Kinds that reduce stock. All are shown as positive amounts, except the counted difference. */
export const TAKES_AWAY: ReadonlySet<StockMove> = new Set(['sold', 'fed', 'fed_by_others', 'crafted_out', 'transferred_out']);
/** Columns that are hidden until chosen. */
const RARE = /^(crafted|transferred|harvested)/;

/** Figures of charts by day or month. */
export const DRAWN_MOVES = [column('received', 'weight'), column('fed', 'weight')];

/** Stock in and out: one row per ingredient, of the farms' own and shared stocks. */
export const inout = {
  id: 'inout',
  label: 'reports:report.inout',
  path: 'inout',
  route: 'inout',
  permission: 'inout',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'stock', 'ingredient', 'price_basis', 'compare_with'],
  opens: { report: 'stock_moves', filter: 'ingredient' },
  columns: [
    column('stock', 'text'),
    FARM,
    column('ingredient', 'text'),
    figure('opening', 'weight', 'sum', WEIGHT),
    ...STOCK_MOVES.map((move) =>
      figure(move, 'weight', 'sum', { ...WEIGHT, ...(move === 'counted' ? { deviation: true } : {}), hidden: RARE.test(move) }),
    ),
    figure('closing', 'weight', 'sum', WEIGHT),
    column('closing_packs', 'ratio', { ...WEIGHT, hint: 'hints:closing_packs', hidden: true }),
    column('pack', 'text', { hidden: true }),
    figure('check', 'weight', 'sum', { ...WEIGHT, deviation: true }),
    figure('shrink', 'percent', 'formula', { hidden: true }),
    figure('opening_value', 'money', 'sum', MONEY),
    ...STOCK_MOVES.map((move) => column(`${move}_value`, 'money', { ...MONEY, total: 'sum', hidden: true })),
    figure('revaluation', 'money', 'sum', { ...MONEY, deviation: true }),
    figure('closing_value', 'money', 'sum', MONEY),
    figure('check_value', 'money', 'sum', { ...MONEY, deviation: true, hidden: true }),
  ],
  tiles: [
    tile('opening', 'weight'),
    tile('received', 'weight'),
    tile('fed', 'weight'),
    tile('shrink', 'percent', 'zero'),
    tile('closing', 'weight'),
    tile('closing_value', 'money'),
  ],
  series: [
    overDays('bar', 'by_day', 'reports:series.in_and_out', DRAWN_MOVES),
    bars('by_ingredient', 'reports:series.stock_value_by_ingredient', 'ingredient', [column('closing_value', 'money')], 'ingredient'),
  ],
} as const satisfies ReportDefinition;
