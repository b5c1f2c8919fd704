import { column, costOfError, FARM, feedingFilters, figure, HEAD_DAYS, planAndFact, tile } from './columns.ts';
import { COST, HEAD } from './headings.ts';
import { costByGroup, planAndFactByGroup } from './series.ts';
import type { ReportDefinition } from './shape.ts';

/** Feed of each group over the days. */
export const fedByGroup = {
  id: 'upload_groups',
  label: 'reports:report.upload_groups',
  route: 'additional/upload_groups',
  permission: 'additional',
  filters: feedingFilters(),
  columns: [
    FARM,
    column('group', 'text'),
    ...planAndFact(),
    figure('cost', 'money', 'sum', COST),
    figure('cost_per_head', 'money', 'formula', COST),
    costOfError('unloading', COST),
    figure('unloading_accuracy', 'percent', 'formula'),
    figure('heads', 'count', 'formula', HEAD_DAYS),
    figure('plan_per_head', 'weight', 'formula', HEAD),
    figure('fact_per_head', 'weight', 'formula', HEAD),
    figure('dry_matter_per_head', 'weight', 'formula', HEAD),
    figure('schedules', 'count', 'formula'),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('unloading_accuracy', 'percent', 'up'),
    tile('unloading_bias', 'percent', 'zero'),
    tile('cost', 'money', 'down'),
    tile('cost_per_head', 'money', 'down'),
  ],
  series: [planAndFactByGroup, { ...costByGroup, key: 'cost_by_group' }],
} as const satisfies ReportDefinition;
