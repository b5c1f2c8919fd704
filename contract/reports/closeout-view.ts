import { column, FARM, figure, tile } from './columns.ts';
import { COST } from './headings.ts';
import type { ReportView, Tile } from './shape.ts';

const ownTexts = <const K extends string>(key: K) => ({ label: `milk:closeout.column.${key}`, hint: `milk:closeout.hint.${key}` });
const ANIMALS = { group: 'milk:closeout.heading.animals' };
const GAIN = { group: 'milk:closeout.heading.gain' };

const GROUP = column('group', 'text');
const ADG = figure('adg', 'weight', 'formula', { ...ownTexts('adg'), ...GAIN, decimals: 3 });
const COST_OF_GAIN = figure('cost_of_gain', 'price', 'formula', { ...ownTexts('cost_of_gain'), ...COST, decimals: 2 });

const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({
  ...tile(key, kind, good),
  ...ownTexts(key),
});

/** Columns, tiles and charts of a closeout: a row is a group's animals between two weighings. */
export const closeoutView = {
  columns: [
    FARM,
    GROUP,
    column('since', 'date', ownTexts('since')),
    column('until', 'date', ownTexts('until')),
    figure('heads_in', 'count', 'sum', { ...ownTexts('heads_in'), ...ANIMALS }),
    figure('weight_in', 'weight', 'formula', { ...ownTexts('weight_in'), ...ANIMALS }),
    figure('heads_out', 'count', 'sum', { ...ownTexts('heads_out'), ...ANIMALS }),
    figure('weight_out', 'weight', 'formula', { ...ownTexts('weight_out'), ...ANIMALS }),
    figure('deaths', 'count', 'sum', { ...ownTexts('deaths'), ...ANIMALS }),
    figure('death_percent', 'percent', 'formula', { ...ownTexts('death_percent'), ...ANIMALS }),
    figure('on_hand', 'count', 'sum', { ...ownTexts('on_hand'), ...ANIMALS }),
    figure('head_days', 'count', 'sum', { ...ownTexts('head_days'), ...ANIMALS }),
    figure('gain', 'weight', 'sum', { ...ownTexts('gain'), ...GAIN }),
    ADG,
    figure('eaten', 'weight', 'sum', { ...ownTexts('eaten'), ...GAIN }),
    figure('dmi', 'weight', 'formula', { ...ownTexts('dmi'), ...GAIN }),
    figure('feed_to_gain', 'ratio', 'formula', { ...ownTexts('feed_to_gain'), ...GAIN }),
    figure('cost', 'money', 'sum', { ...ownTexts('cost'), ...COST }),
    figure('cost_per_head', 'money', 'formula', { ...ownTexts('cost_per_head'), ...COST }),
    COST_OF_GAIN,
    figure('other_cost', 'money', 'sum', { ...ownTexts('other_cost'), ...COST }),
    figure('purchase', 'money', 'sum', { ...ownTexts('purchase'), ...COST }),
    figure('break_even', 'price', 'formula', { ...ownTexts('break_even'), ...COST, decimals: 2 }),
  ],
  tiles: [
    ownTile('adg', 'weight', 'up'),
    ownTile('feed_to_gain', 'ratio', 'down'),
    ownTile('cost_of_gain', 'price', 'down'),
    ownTile('break_even', 'price', 'down'),
    ownTile('death_percent', 'percent', 'down'),
    ownTile('cost_rest', 'money', 'zero'),
  ],
  series: [
    { key: 'gain', label: 'milk:closeout.series.gain', type: 'bar', x: GROUP, y: [ADG], filter: 'group' },
    { key: 'cost', label: 'milk:closeout.series.cost', type: 'bar', x: GROUP, y: [COST_OF_GAIN], filter: 'group' },
  ],
} as const satisfies ReportView;
