import { column, FARM, figure, tile } from './columns.ts';
import { COST, HEAD } from './headings.ts';
import type { Column, ReportView, Tile } from './shape.ts';
import { SWITCHES } from './switches.ts';

const own = <const K extends string>(key: K) => ({ label: `milk:column.${key}`, hint: `milk:hint.${key}` });
const MILK = { group: 'milk:heading.milk' };
const MONEY = { group: 'milk:heading.money' };

const GROUP = column('group', 'text', { empty: 'milk:whole_farm' });
/** What a row's days are; its first day stands for them. */
const TIMES = {
  day: column('day', 'date'),
  week: column('week', 'date', { label: 'milk:column.week' }),
  month: column('month', 'month', { label: 'milk:column.month' }),
};

const MILK_FIGURES = [
  figure('milk', 'weight', 'sum', { ...own('milk'), ...MILK }),
  figure('milk_per_head', 'weight', 'formula', { ...own('milk_per_head'), ...MILK }),
  figure('fat_percent', 'percent', 'formula', { ...own('fat_percent'), ...MILK }),
  figure('protein_percent', 'percent', 'formula', { ...own('protein_percent'), ...MILK }),
  figure('ecm', 'weight', 'sum', { ...own('ecm'), ...MILK, hidden: true }),
  figure('ecm_per_head', 'weight', 'formula', { ...own('ecm_per_head'), ...MILK }),
];
const FIGURES = [
  figure('heads', 'count', 'sum', own('heads')),
  ...MILK_FIGURES,
  figure('dmi', 'weight', 'formula', HEAD),
  figure('efficiency', 'ratio', 'formula', own('efficiency')),
  figure('cost', 'money', 'sum', COST),
  figure('cost_per_head', 'money', 'formula', COST),
  figure('cost_per_milk', 'price', 'formula', { ...own('cost_per_milk'), ...COST, decimals: 4 }),
  figure('milk_price', 'price', 'formula', { ...own('milk_price'), ...MONEY, decimals: 4 }),
  figure('milk_money', 'money', 'sum', { ...own('milk_money'), ...MONEY }),
  figure('iofc', 'money', 'sum', { ...own('iofc'), ...MONEY }),
  figure('iofc_per_head', 'money', 'formula', { ...own('iofc_per_head'), ...MONEY }),
  figure('feed_share', 'percent', 'formula', { ...own('feed_share'), ...MONEY }),
  figure('breakeven_milk', 'weight', 'formula', { ...own('breakeven_milk'), ...MONEY }),
];

const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({ ...tile(key, kind, good), ...own(key) });
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
/** What farms, or clients, that have milk are judged by, too. At one price list feed has another cost than it was paid with, so that money is told at own prices alone. */
export const comparedMilk = (common: boolean): readonly Column[] =>
  common
    ? [COMPARED_EFFICIENCY]
    : [
        figure('iofc_per_head', 'money', 'formula', UNDER_MILK),
        COMPARED_EFFICIENCY,
        figure('cost_per_milk', 'price', 'formula', { ...UNDER_MILK, decimals: 4 }),
      ];

/** As an address or the server has it. */
interface Asked {
  milk_rows?: readonly string[] | undefined;
  milk_step?: readonly string[] | undefined;
  ecm?: readonly string[] | undefined;
}
const chosen = <const T extends readonly [string, ...string[]]>(words: T, requested: readonly string[] = []): T[number] =>
  words.find((word) => word === requested[0]) ?? words[0];

/** What is asked for, with what holds where nothing is. */
export const cutOfMilk = ({ milk_rows, milk_step, ecm }: Asked) => ({
  rows: chosen(SWITCHES.milk_rows, milk_rows),
  step: chosen(SWITCHES.milk_step, milk_step),
  formula: chosen(SWITCHES.ecm, ecm),
});

/** Columns, tiles and charts of income over feed cost, by what its rows are of and by which formula milk is corrected. */
export function iofcView(requested: Asked) {
  const { rows, step, formula } = cutOfMilk(requested);
  // What a formula corrects is called after it.
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
          figure('iofc_per_head', 'money', 'formula', own('iofc_per_head')),
          figure('cost_per_head', 'money', 'formula', { label: 'reports:tile.cost_per_head' }),
        ],
        ...(step === 'day' ? { filter: 'planned_on' } : {}),
      },
      {
        key: 'by_group',
        label: 'milk:series.by_group',
        type: 'bar',
        x: GROUP,
        y: [figure('iofc_per_head', 'money', 'formula', own('iofc_per_head'))],
        filter: 'group',
      },
    ],
  } as const satisfies ReportView;
}
