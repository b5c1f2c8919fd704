import { column, FARM, figure, tile } from './columns.ts';
import { COST } from './headings.ts';
import type { ReportView, Tile } from './shape.ts';

const own = <const K extends string>(key: K) => ({ label: `milk:closeout.column.${key}`, hint: `milk:closeout.hint.${key}` });
const ANIMALS = { group: 'milk:closeout.heading.animals' };
const GAIN = { group: 'milk:closeout.heading.gain' };

const GROUP = column('group', 'text');
const ADG = figure('adg', 'weight', 'formula', { ...own('adg'), ...GAIN, decimals: 3 });
const COST_OF_GAIN = figure('cost_of_gain', 'price', 'formula', { ...own('cost_of_gain'), ...COST, decimals: 2 });

const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({ ...tile(key, kind, good), ...own(key) });

/** Columns, tiles and charts of a closeout: a row is a group's animals from one weighing to another. */
export const closeoutView = {
  columns: [
    FARM,
    GROUP,
    column('since', 'date', own('since')),
    column('until', 'date', own('until')),
    figure('heads_in', 'count', 'sum', { ...own('heads_in'), ...ANIMALS }),
    figure('weight_in', 'weight', 'formula', { ...own('weight_in'), ...ANIMALS }),
    figure('heads_out', 'count', 'sum', { ...own('heads_out'), ...ANIMALS }),
    figure('weight_out', 'weight', 'formula', { ...own('weight_out'), ...ANIMALS }),
    figure('deaths', 'count', 'sum', { ...own('deaths'), ...ANIMALS }),
    figure('death_percent', 'percent', 'formula', { ...own('death_percent'), ...ANIMALS }),
    figure('on_hand', 'count', 'sum', { ...own('on_hand'), ...ANIMALS }),
    figure('head_days', 'count', 'sum', { ...own('head_days'), ...ANIMALS }),
    figure('gain', 'weight', 'sum', { ...own('gain'), ...GAIN }),
    ADG,
    figure('eaten', 'weight', 'sum', { ...own('eaten'), ...GAIN }),
    figure('dmi', 'weight', 'formula', { ...own('dmi'), ...GAIN }),
    figure('feed_to_gain', 'ratio', 'formula', { ...own('feed_to_gain'), ...GAIN }),
    figure('cost', 'money', 'sum', { ...own('cost'), ...COST }),
    figure('cost_per_head', 'money', 'formula', { ...own('cost_per_head'), ...COST }),
    COST_OF_GAIN,
    figure('other_cost', 'money', 'sum', { ...own('other_cost'), ...COST }),
    figure('purchase', 'money', 'sum', { ...own('purchase'), ...COST }),
    figure('break_even', 'price', 'formula', { ...own('break_even'), ...COST, decimals: 2 }),
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
