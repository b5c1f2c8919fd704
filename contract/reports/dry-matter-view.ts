import { column, FARM, figure, tile } from './columns.ts';
import { bars, overDays } from './series.ts';
import type { ReportView } from './shape.ts';

const LOADS = { group: 'reports:heading.dm_loads' };
const MEASURED = { group: 'reports:heading.dm_measured' };

/**
 * Recommended measurements per month from a number of heads on. After Hoffman, Shaver and Dyk, Forage Sampling Frequency as Influenced by
 * Dairy Herd Size, University of Wisconsin Extension, by the model of St-Pierre and Cobanov (J. Dairy Sci. 90:5383).
 */
export const TESTS_A_MONTH = [
  { heads: 0, tests: 1 },
  { heads: 100, tests: 2 },
  { heads: 200, tests: 3 },
  { heads: 400, tests: 4 },
  { heads: 800, tests: 6 },
  { heads: 1600, tests: 7 },
] as const;

/** Each measurement of dry matter and its effect on waiting loads: before + moved = after. */
export const dryMatterView = {
  columns: [
    column('day', 'date', { hidden: true }),
    column('ingredient', 'text'),
    column('at', 'datetime'),
    column('dm_before', 'percent', MEASURED),
    column('dm_measured', 'percent', MEASURED),
    { ...column('dm_used', 'percent', MEASURED), hint: 'hints:dm_used' },
    column('method', 'text', { texts: 'reports:dm_method' }),
    figure('days_since', 'count', 'formula'),
    figure('replanned', 'count', 'sum', LOADS),
    figure('load_before', 'weight', 'sum', LOADS),
    figure('load_moved', 'weight', 'sum', { ...LOADS, deviation: true }),
    figure('load_after', 'weight', 'sum', LOADS),
    figure('cost_moved', 'money', 'sum', { ...LOADS, deviation: true }),
    FARM,
    column('user', 'text', { hidden: true }),
    column('note', 'text'),
  ],
  tiles: [
    tile('measurements', 'count'),
    tile('tests_a_month', 'ratio'),
    tile('tests_advised', 'ratio'),
    tile('load_moved', 'weight'),
    tile('cost_moved', 'money'),
  ],
  series: [
    overDays('line', 'dm_by_day', 'reports:series.dm_by_day', [column('dm_measured', 'percent')]),
    bars('moved_by_ingredient', 'reports:series.dm_moved_by_ingredient', 'ingredient', [column('cost_moved', 'money')], 'ingredient'),
  ],
} as const satisfies ReportView;
