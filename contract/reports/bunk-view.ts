import { column, FARM, figure, HEAD_DAYS, planAndFact, tile } from './columns.ts';
import { HEAD, WEIGHT } from './headings.ts';
import { bars, overDays } from './series.ts';
import type { ReportView } from './shape.ts';

const score = figure('score', 'ratio', 'formula', { decimals: 1 });

/** Bunk scores, calls, and the feed and intake that followed: group × day. A row's id is `YYYY-MM-DD_group`. */
export const bunkView = {
  columns: [
    column('day', 'date'),
    FARM,
    column('group', 'text'),
    score,
    column('proposal', 'percent', { hint: 'hints:proposal' }),
    column('call', 'percent', { hint: 'hints:call' }),
    column('reason', 'text'),
    figure('uncalled', 'weight', 'sum', WEIGHT),
    figure('called', 'weight', 'sum', WEIGHT),
    ...planAndFact(),
    figure('leftovers', 'weight', 'sum', WEIGHT),
    figure('eaten', 'weight', 'sum', WEIGHT),
    figure('heads', 'count', 'formula', HEAD_DAYS),
    figure('fact_per_head', 'weight', 'formula', HEAD),
    figure('dry_matter_per_head', 'weight', 'formula', HEAD),
    figure('dmi', 'weight', 'formula', HEAD),
  ],
  tiles: [
    tile('fact', 'weight'),
    tile('eaten', 'weight'),
    tile('dmi', 'weight'),
    tile('score', 'ratio'),
    tile('calls', 'count'),
    tile('unexplained', 'weight', 'zero'),
  ],
  series: [
    overDays('bar', 'by_day', 'reports:series.delivered_and_eaten_by_day', [column('fact', 'weight'), column('eaten', 'weight')]),
    overDays('line', 'score_by_day', 'reports:series.score_by_day', [score]),
    bars('score_by_group', 'reports:series.score_by_group', 'group', [score], 'group'),
  ],
} as const satisfies ReportView;
