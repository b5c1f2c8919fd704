import { column, costOfError, FARM, feedingFilters, figure, planAndFact, tile } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

const HEAD = { group: 'reports:heading.head' };
const COST = { group: 'reports:heading.cost' };

/** What each group was given over the days. */
export const uploadGroups = {
  id: 'upload_groups',
  label: 'reports:report.upload_groups',
  route: 'additional/upload_groups',
  permission: 'additional',
  filters: feedingFilters(),
  columns: [
    FARM,
    column('group', 'text'),
    figure('schedules', 'count', 'formula'),
    figure('heads', 'count', 'formula'),
    ...planAndFact(),
    figure('unloading_accuracy', 'percent', 'formula'),
    figure('plan_per_head', 'weight', 'formula', HEAD),
    figure('fact_per_head', 'weight', 'formula', HEAD),
    figure('dry_matter_per_head', 'weight', 'formula', HEAD),
    figure('cost', 'money', 'sum', COST),
    figure('cost_per_head', 'money', 'formula', COST),
    costOfError(COST),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('unloading_accuracy', 'percent', 'up'),
    tile('bias', 'percent', 'zero'),
    tile('cost', 'money', 'down'),
    tile('cost_per_head', 'money', 'down'),
  ],
  series: [
    {
      key: 'by_group',
      label: 'reports:series.plan_and_fact_by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [column('plan', 'weight'), column('fact', 'weight')],
      filter: 'group',
    },
    {
      key: 'cost_by_group',
      label: 'reports:series.cost_by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [figure('cost_per_head', 'money', 'formula')],
      filter: 'group',
    },
  ],
} as const satisfies ReportDefinition;
