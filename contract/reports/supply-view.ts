import { column, FARM, figure, tile } from './columns.ts';
import type { Column, ReportView, Tile } from './shape.ts';

const label = <const K extends string>(key: K) => ({ label: `pages:supply.column.${key}` });
const ownTexts = <const K extends string>(key: K) => ({ ...label(key), hint: `pages:supply.hint.${key}` });
const MOVES = { group: 'pages:supply.moves' };
const SHORT = { group: 'pages:supply.short' };
const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({
  ...tile(key, kind, good),
  ...ownTexts(key),
});

/** A row is a feed in a month: opening + harvest + made + orders − needs − loss = closing. */
export const supplyView = {
  columns: [
    column('ingredient', 'text'),
    FARM,
    column('stock', 'text', { hidden: true }),
    column('month', 'month', label('month')),
    figure('opening', 'weight', 'formula', { ...ownTexts('opening'), ...MOVES }),
    figure('harvest', 'weight', 'sum', { ...ownTexts('harvest'), ...MOVES }),
    figure('made', 'weight', 'sum', { ...ownTexts('made'), ...MOVES, hidden: true }),
    figure('orders', 'weight', 'sum', { ...ownTexts('orders'), ...MOVES }),
    figure('needs', 'weight', 'sum', { ...ownTexts('needs'), ...MOVES }),
    figure('loss', 'weight', 'sum', { ...ownTexts('loss'), ...MOVES }),
    figure('closing', 'weight', 'formula', {
      ...ownTexts('closing'),
      ...MOVES,
    }),
    figure('shortage', 'weight', 'sum', { ...ownTexts('shortage'), ...SHORT }),
    figure('shortage_money', 'money', 'sum', { ...ownTexts('shortage_money'), ...SHORT }),
    column('run_out_on', 'date', { ...ownTexts('run_out_on'), ...SHORT }),
    column('order_by', 'date', { ...ownTexts('order_by'), ...SHORT }),
  ],
  tiles: [
    ownTile('feeds_short', 'count', 'down'),
    ownTile('order_in_days', 'count'),
    ownTile('order_now', 'count', 'down'),
    ownTile('shortage', 'weight', 'down'),
    ownTile('shortage_money', 'money', 'down'),
  ],
  series: [
    {
      key: 'run_outs',
      label: 'pages:supply.run_outs',
      type: 'heatmap',
      side: column('ingredient', 'text'),
      x: column('month', 'month', label('month')),
      // Shortages are highlighted in amber.
      y: [column('short_days', 'count', { ...ownTexts('short_days'), deviation: true, unsigned: true })],
    },
  ],
} as const satisfies ReportView;

const SCENARIO = column('scenario', 'text', { ...label('scenario'), empty: 'pages:supply.as_is' });
/** Scenarios side by side have no totals. */
const withoutTotal = ({ total: _, adds: __, ...more }: Column): Column => more;
const [INGREDIENT, ...REST] = supplyView.columns;

/** The same with scenarios, each with rows of its own. */
export const scenarioView: ReportView = {
  columns: [INGREDIENT, SCENARIO, ...REST].map(withoutTotal),
  tiles: supplyView.tiles,
  series: [
    { ...supplyView.series[0], side: column('feed', 'text', label('feed')) },
    {
      key: 'by_scenario',
      label: 'pages:supply.by_scenario',
      type: 'bar',
      x: SCENARIO,
      y: [column('shortage_money', 'money', ownTexts('shortage_money'))],
    },
  ],
};

interface Asked {
  scenario?: readonly unknown[] | undefined;
}
/** The view depends on whether scenarios are selected. */
export const supplyViewOf = ({ scenario }: Asked): ReportView => (scenario?.length ? scenarioView : supplyView);
