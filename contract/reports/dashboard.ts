import { column, costOfError, FARM, figure, HEAD_DAYS, planAndFact, tile } from './columns.ts';
import { COST, HEAD, LEFTOVERS, QUALITY } from './headings.ts';
import { bars, costByGroup, costByIngredient, deviationByOperator, overDays, planAndFactByDay } from './series.ts';
import type { ReportDefinition } from './shape.ts';

/** The overview: cost of feeding, its quality, and alerts. One row per group. */
export const dashboard = {
  id: 'dashboard',
  label: 'reports:report.dashboard',
  route: 'overview',
  permission: 'dashboard',
  beneath: true,
  causes: 'cost_change',
  filters: [
    'farm',
    'planned_on_after',
    'planned_on_before',
    'animal_type',
    'group',
    'ration',
    'mixer',
    'worker',
    'loading',
    'price_basis',
    'deviation',
    'compare_with',
  ],
  opens: { report: 'planfeed', filter: 'group' },
  columns: [
    FARM,
    column('group', 'text'),
    ...planAndFact(),
    figure('cost', 'money', 'sum', COST),
    figure('cost_per_head', 'money', 'formula', COST),
    costOfError('unloading', COST),
    figure('heads', 'count', 'formula', HEAD_DAYS),
    figure('fact_per_head', 'weight', 'formula', HEAD),
    figure('dmi', 'weight', 'formula', HEAD),
    figure('unloading_accuracy', 'percent', 'formula', QUALITY),
    figure('leftovers', 'weight', 'sum', LEFTOVERS),
    figure('leftovers_percent', 'percent', 'formula', LEFTOVERS),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('loading_accuracy', 'percent', 'up'),
    tile('unloading_accuracy', 'percent', 'up'),
    tile('loading_bias', 'percent', 'zero'),
    tile('cost', 'money', 'down'),
    tile('cost_per_head', 'money', 'down'),
    tile('dmi', 'weight'),
    tile('leftovers_percent', 'percent'),
    tile('punctuality', 'duration', 'zero'),
    tile('loading_cost_of_error', 'money', 'zero'),
  ],
  series: [
    { ...planAndFactByDay, opens: 'planfeed' },
    {
      ...overDays('line', 'cost_by_day', 'reports:series.cost_by_day', [
        column('plan_cost_per_head', 'money', { total: 'formula' }),
        figure('cost_per_head', 'money', 'formula'),
      ]),
      opens: 'planfeed',
    },
    { ...costByGroup, opens: 'planfeed' },
    { ...bars('by_ration', 'reports:series.cost_by_ration', 'ration', [column('cost', 'money')], 'ration'), opens: 'planfeed' },
    { ...deviationByOperator, opens: 'schedule_load' },
    costByIngredient,
  ],
} as const satisfies ReportDefinition;
