import { column, FARM, figure, tile } from './columns.ts';
import { WEIGHT } from './headings.ts';
import type { ReportView, Tile } from './shape.ts';
import { SWITCHES } from './switches.ts';

/** The causes of fact − budget, in the order of the waterfall. */
export const BUDGET_CAUSES = ['heads_effect', 'usage_effect', 'mix_effect', 'price_effect', 'shrink'] as const;

const ownTexts = <const K extends string>(key: K) => ({ label: `pages:budget.column.${key}`, hint: `pages:budget.hint.${key}` });
const MONEY = { group: 'pages:budget.heading.money' };
const CAUSES = { group: 'pages:budget.heading.causes' };

const MONTH = column('month', 'month', { label: 'pages:budget.month' });
const UNIT = column('unit', 'text', { label: 'pages:budget.column.unit', empty: 'pages:budget.no_animals' });
const FEED = column('ingredient', 'text');

const money = <const K extends string>(key: K, more: object = {}) => figure(key, 'money', 'sum', { ...ownTexts(key), ...MONEY, ...more });
const effect = <const K extends string>(key: K, more: object = {}) =>
  figure(key, 'money', 'sum', { ...ownTexts(key), ...CAUSES, deviation: true, ...more });

const FIGURES = [
  figure('budget_kg', 'weight', 'sum', { ...ownTexts('budget_kg'), ...WEIGHT, hidden: true }),
  figure('fact_kg', 'weight', 'sum', { ...ownTexts('fact_kg'), ...WEIGHT, hidden: true }),
  // From budget to fact, each amount changes one more thing.
  money('budget'),
  money('flexed'),
  money('in_mix'),
  money('at_standard'),
  money('fed_cost'),
  money('fact', { adds: ['fed_cost', 'shrink'] }),
  effect('heads_effect', { adds: ['flexed', '-budget'] }),
  effect('usage_effect', { adds: ['in_mix', '-flexed'] }),
  effect('mix_effect', { adds: ['at_standard', '-in_mix'] }),
  effect('price_effect', { adds: ['fed_cost', '-at_standard'] }),
  effect('shrink'),
  effect('difference', { adds: [...BUDGET_CAUSES] }),
  figure('difference_percent', 'percent', 'formula', { ...ownTexts('difference_percent'), ...CAUSES, deviation: true }),
];

const ownTile = <const K extends string>(key: K, good?: Tile['good']) => ({ ...tile(key, 'money', good), ...ownTexts(key) });
const TILES = [
  ownTile('fact'),
  { ...ownTile('difference', 'down'), deviation: true },
  ownTile('forecast'),
  ownTile('year_budget'),
  ownTile('budget'),
  ownTile('causes_rest', 'zero'),
];

/** A query, from an address or on the server. */
interface Asked {
  budget_rows?: readonly string[] | undefined;
}
export const budgetRowsOf = ({ budget_rows = [] }: Asked) =>
  SWITCHES.budget_rows.find((word) => word === budget_rows[0]) ?? SWITCHES.budget_rows[0];

/** Columns, tiles and charts of budget and fact, by the kind of rows. */
export function budgetView(requested: Asked) {
  const rows = budgetRowsOf(requested);
  return {
    columns: [MONTH, FARM, ...(rows === 'group' ? [UNIT] : rows === 'feed' ? [FEED] : []), ...FIGURES],
    tiles: TILES,
    series: [
      {
        key: 'causes',
        label: 'pages:budget.series.causes',
        type: 'waterfall',
        x: column('cause', 'text', { label: 'pages:budget.column.cause', texts: 'pages:budget.cause' }),
        y: [figure('difference', 'money', 'formula', ownTexts('difference'))],
      },
      {
        key: 'by_month',
        label: 'pages:budget.series.by_month',
        type: 'bar',
        x: MONTH,
        y: [figure('budget', 'money', 'sum', ownTexts('budget')), figure('fact', 'money', 'sum', ownTexts('fact'))],
      },
    ],
  } as const satisfies ReportView;
}
