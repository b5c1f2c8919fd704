import { column, FARM, figure, tile } from './columns.ts';
import { COST, HEAD } from './headings.ts';
import type { Column, ReportView, Tile } from './shape.ts';
import { SWITCHES } from './switches.ts';

const ownTexts = <const K extends string>(key: K) => ({ label: `milk:column.${key}`, hint: `milk:hint.${key}` });
const MILK = { group: 'milk:heading.milk' };
const MONEY = { group: 'milk:heading.money' };

const GROUP = column('group', 'text', { empty: 'milk:whole_farm' });
/** Time units of rows, represented by their first day. */
const TIMES = {
  day: column('day', 'date'),
  week: column('week', 'date', { label: 'milk:column.week' }),
  month: column('month', 'month', { label: 'milk:column.month' }),
};

const MILK_FIGURES = [
  figure('milk', 'weight', 'sum', { ...ownTexts('milk'), ...MILK }),
  figure('milk_per_head', 'weight', 'formula', { ...ownTexts('milk_per_head'), ...MILK }),
  figure('fat_percent', 'percent', 'formula', { ...ownTexts('fat_percent'), ...MILK }),
  figure('protein_percent', 'percent', 'formula', { ...ownTexts('protein_percent'), ...MILK }),
  figure('ecm', 'weight', 'sum', { ...ownTexts('ecm'), ...MILK, hidden: true }),
  figure('ecm_per_head', 'weight', 'formula', { ...ownTexts('ecm_per_head'), ...MILK }),
];
const FIGURES = [
  figure('heads', 'count', 'sum', ownTexts('heads')),
  ...MILK_FIGURES,
  figure('dmi', 'weight', 'formula', HEAD),
  figure('efficiency', 'ratio', 'formula', ownTexts('efficiency')),
  figure('cost', 'money', 'sum', COST),
  figure('cost_per_head', 'money', 'formula', COST),
  figure('cost_per_milk', 'price', 'formula', { ...ownTexts('cost_per_milk'), ...COST, decimals: 4 }),
  figure('milk_price', 'price', 'formula', { ...ownTexts('milk_price'), ...MONEY, decimals: 4 }),
  figure('milk_money', 'money', 'sum', { ...ownTexts('milk_money'), ...MONEY }),
  figure('iofc', 'money', 'sum', { ...ownTexts('iofc'), ...MONEY }),
  figure('iofc_per_head', 'money', 'formula', { ...ownTexts('iofc_per_head'), ...MONEY }),
  figure('feed_share', 'percent', 'formula', { ...ownTexts('feed_share'), ...MONEY }),
  figure('breakeven_milk', 'weight', 'formula', { ...ownTexts('breakeven_milk'), ...MONEY }),
];

const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({
  ...tile(key, kind, good),
  ...ownTexts(key),
});
const TILES = [
  ownTile('iofc_per_head', 'money', 'up'),
  ownTile('milk_per_head', 'weight', 'up'),
  ownTile('efficiency', 'ratio', 'up'),
  ownTile('feed_share', 'percent', 'down'),
  ownTile('breakeven_milk', 'weight', 'down'),
  ownTile('groups_rest', 'money', 'zero'),
];

const UNDER_MILK = { group: 'reports:heading.milk' };
const COMPARED_EFFICIENCY = figure('efficiency', 'ratio', 'formula', UNDER_MILK);
/**
 * Additional figures of farms or clients with milk. With a common price list, feed cost differs from the paid cost, so money is shown only
 * at own prices.
 */
export const comparedMilk = (common: boolean): readonly Column[] =>
  common
    ? [COMPARED_EFFICIENCY]
    : [
        figure('iofc_per_head', 'money', 'formula', UNDER_MILK),
        COMPARED_EFFICIENCY,
        figure('cost_per_milk', 'price', 'formula', { ...UNDER_MILK, decimals: 4 }),
      ];

/** A query, from an address or on the server. */
interface Asked {
  milk_rows?: readonly string[] | undefined;
  milk_step?: readonly string[] | undefined;
  ecm?: readonly string[] | undefined;
}
const chosen = <const T extends readonly [string, ...string[]]>(words: T, requested: readonly string[] = []): T[number] =>
  words.find((word) => word === requested[0]) ?? words[0];

/** The query with its defaults. */
export const cutOfMilk = ({ milk_rows, milk_step, ecm }: Asked) => ({
  rows: chosen(SWITCHES.milk_rows, milk_rows),
  step: chosen(SWITCHES.milk_step, milk_step),
  formula: chosen(SWITCHES.ecm, ecm),
});

/** Columns, tiles and charts of income over feed cost, by the kind of rows and the formula of corrected milk. */
export function iofcView(requested: Asked) {
  const { rows, step, formula } = cutOfMilk(requested);
  // Corrected milk is named after its formula.
  const labels: Readonly<Record<string, string>> = { ecm: `milk:ecm.${formula}`, ecm_per_head: `milk:ecm_per_head.${formula}` };
  const named = FIGURES.map((one): Column => {
    const label = labels[one.key];
    return label ? { ...one, label, hint: `milk:formula.${formula}` } : one;
  });
  return {
    columns: [TIMES[step], FARM, ...(rows === 'group' ? [GROUP] : []), ...named],
    tiles: TILES,
    series: [
      {
        key: 'by_time',
        label: 'milk:series.by_time',
        type: 'line',
        x: TIMES[step],
        y: [
          figure('iofc_per_head', 'money', 'formula', ownTexts('iofc_per_head')),
          figure('cost_per_head', 'money', 'formula', { label: 'reports:tile.cost_per_head' }),
        ],
        ...(step === 'day' ? { filter: 'planned_on' } : {}),
      },
      {
        key: 'by_group',
        label: 'milk:series.by_group',
        type: 'bar',
        x: GROUP,
        y: [figure('iofc_per_head', 'money', 'formula', ownTexts('iofc_per_head'))],
        filter: 'group',
      },
    ],
  } as const satisfies ReportView;
}
