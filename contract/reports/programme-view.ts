import { column, FARM, figure, HEAD_DAYS, planAndFact, tile } from './columns.ts';
import { COST, HEAD, WEIGHT } from './headings.ts';
import type { ReportView } from './shape.ts';

/** Programmes compared with their groups' feed: group × day on feed. A row's id is `YYYY-MM-DD_group`. */
export const programmeView = {
  columns: [
    column('day', 'date'),
    FARM,
    column('group', 'text'),
    column('programme', 'text'),
    column('day_on_feed', 'count', { hint: 'hints:day_on_feed' }),
    column('rations', 'text'),
    figure('by_programme', 'weight', 'sum', WEIGHT),
    figure('off_programme', 'weight', 'sum', WEIGHT),
    ...planAndFact(),
    figure('heads', 'count', 'formula', { ...HEAD_DAYS, label: 'reports:column.programme_head_days' }),
    figure('by_programme_per_head', 'weight', 'formula', HEAD),
    figure('fact_per_head', 'weight', 'formula', HEAD),
    figure('dry_matter_per_head', 'weight', 'formula', HEAD),
    figure('cost', 'money', 'sum', COST),
    figure('cost_per_head', 'money', 'formula', COST),
  ],
  tiles: [
    tile('by_programme', 'weight'),
    tile('fact', 'weight'),
    tile('deviation_percent', 'percent', 'zero'),
    tile('dmi', 'weight'),
    tile('cost_per_head', 'money', 'down'),
    { ...tile('unexplained', 'weight', 'zero'), hint: 'hints:unexplained_of_programme' },
  ],
  series: [
    {
      key: 'by_day_on_feed',
      label: 'reports:series.by_day_on_feed',
      type: 'line',
      x: column('day_on_feed', 'count'),
      y: [column('by_programme_per_head', 'weight'), column('fact_per_head', 'weight')],
    },
  ],
} as const satisfies ReportView;
