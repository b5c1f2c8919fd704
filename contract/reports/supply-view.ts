import { column, FARM, figure, tile } from './columns.ts';
import type { Column, ReportView, Tile } from './shape.ts';

const label = <const K extends string>(key: K) => ({ label: `pages:supply.column.${key}` });
const own = <const K extends string>(key: K) => ({ ...label(key), hint: `pages:supply.hint.${key}` });
const MOVES = { group: 'pages:supply.moves' };
const SHORT = { group: 'pages:supply.short' };
const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({ ...tile(key, kind, good), ...own(key) });

/** A row is a feed in a month: opening + harvest + made + orders − needs − loss = closing. */
export const supplyView = {
  columns: [
    column('ingredient', 'text'),
    FARM,
    column('stock', 'text', { hidden: true }),
    column('month', 'month', label('month')),
    figure('opening', 'weight', 'formula', { ...own('opening'), ...MOVES }),
    figure('harvest', 'weight', 'sum', { ...own('harvest'), ...MOVES }),
    figure('made', 'weight', 'sum', { ...own('made'), ...MOVES, hidden: true }),
    figure('orders', 'weight', 'sum', { ...own('orders'), ...MOVES }),
    figure('needs', 'weight', 'sum', { ...own('needs'), ...MOVES }),
    figure('loss', 'weight', 'sum', { ...own('loss'), ...MOVES }),
    figure('closing', 'weight', 'formula', {
      ...own('closing'),
      ...MOVES,
    }),
    figure('shortage', 'weight', 'sum', { ...own('shortage'), ...SHORT }),
    figure('shortage_money', 'money', 'sum', { ...own('shortage_money'), ...SHORT }),
    column('run_out_on', 'date', { ...own('run_out_on'), ...SHORT }),
    column('order_by', 'date', { ...own('order_by'), ...SHORT }),
  ],
  tiles: [
    ownTile('feeds_short', 'count', 'down'),
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
      // What is short stands out: what there is of it is amber.
      y: [column('short_days', 'count', { ...own('short_days'), deviation: true, unsigned: true })],
    },
  ],
} as const satisfies ReportView;

const SCENARIO = column('scenario', 'text', { ...label('scenario'), empty: 'pages:supply.as_is' });
/** Of scenarios beside each other nothing is added up. */
const withoutTotal = ({ total: _, adds: __, ...more }: Column): Column => more;
const [INGREDIENT, ...REST] = supplyView.columns;

/** The same beside scenarios, each with rows of its own. */
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
      y: [column('shortage_money', 'money', own('shortage_money'))],
    },
  ],
};

interface Asked {
  scenario?: readonly unknown[] | undefined;
}
/** What is shown follows from whether scenarios are asked for. */
export const supplyViewOf = ({ scenario }: Asked): ReportView => (scenario?.length ? scenarioView : supplyView);
