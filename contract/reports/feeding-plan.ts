import { column, costOfError, FARM, feedingFilters, figure, PLANNED_HEAD_DAYS, planAndFact, tile } from './columns.ts';
import { COST, HEAD, LEFTOVERS, TIMES } from './headings.ts';
import { costByGroup, planAndFactByDay } from './series.ts';
import type { ReportDefinition } from './shape.ts';

const perHead = [
  figure('plan_per_head', 'weight', 'formula', HEAD),
  figure('fact_per_head', 'weight', 'formula', HEAD),
  figure('dry_matter_per_head', 'weight', 'formula', HEAD),
];
const dryMatter = figure('dry_matter', 'weight', 'sum', { hidden: true });

/** Feeding plan and fact: day × group × ration. A row's id is `YYYY-MM-DD_group_ration`. */
export const feedingPlan = {
  id: 'planfeed',
  label: 'reports:report.planfeed',
  path: 'planfeed',
  route: 'planfeed',
  permission: 'planfeed',
  filters: feedingFilters(),
  columns: [
    column('day', 'date'),
    FARM,
    column('group', 'text'),
    column('ration', 'text'),
    ...planAndFact(),
    figure('cost', 'money', 'sum', COST),
    figure('cost_per_head', 'money', 'formula', COST),
    costOfError('unloading', COST),
    figure('heads', 'count', 'formula', PLANNED_HEAD_DAYS),
    ...perHead,
    dryMatter,
    figure('leftovers', 'weight', 'sum', LEFTOVERS),
    figure('leftovers_percent', 'percent', 'formula', LEFTOVERS),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('unloading_accuracy', 'percent', 'up'),
    tile('unloading_bias', 'percent', 'zero'),
    tile('cost', 'money', 'down'),
    tile('cost_per_head', 'money', 'down'),
    tile('dmi', 'weight'),
    tile('leftovers_percent', 'percent'),
  ],
  series: [planAndFactByDay, costByGroup],
  detail: {
    rowId: 'id',
    columns: [
      column('position', 'count'),
      column('period', 'text'),
      ...planAndFact(),
      figure('cost', 'money', 'sum', COST),
      costOfError('unloading', COST),
      column('heads', 'count'),
      ...perHead,
      dryMatter,
      figure('leftovers', 'weight', 'sum', LEFTOVERS),
      column('mixer', 'text'),
      column('operator', 'text'),
      column('status', 'status'),
      column('planned_start', 'time', TIMES),
      column('loading_started', 'datetime', TIMES),
      column('unloading_started', 'datetime', TIMES),
      column('unloading_seconds', 'duration', { ...TIMES, total: 'sum' }),
    ],
    tiles: [
      tile('plan', 'weight'),
      tile('fact', 'weight'),
      tile('deviation_percent', 'percent', 'zero'),
      tile('cost', 'money', 'down'),
      tile('cost_per_head', 'money', 'down'),
      tile('dmi', 'weight'),
    ],
    series: [],
  },
} as const satisfies ReportDefinition;
