import { column, FARM, figure, HEAD_DAYS, planAndFact, tile } from './columns.ts';
import { HEAD, WEIGHT } from './headings.ts';
import type { ReportView } from './shape.ts';

const score = figure('score', 'ratio', 'formula', { decimals: 1 });

/** What bunks said, what was made of it, and what the group then got and ate: group × day. A row's id is `YYYY-MM-DD_group`. */
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
    {
      key: 'by_day',
      label: 'reports:series.delivered_and_eaten_by_day',
      type: 'bar',
      x: column('day', 'date'),
      y: [column('fact', 'weight'), column('eaten', 'weight')],
      filter: 'planned_on',
    },
    {
      key: 'score_by_day',
      label: 'reports:series.score_by_day',
      type: 'line',
      x: column('day', 'date'),
      y: [score],
      filter: 'planned_on',
    },
    {
      key: 'score_by_group',
      label: 'reports:series.score_by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [score],
      filter: 'group',
    },
  ],
} as const satisfies ReportView;
