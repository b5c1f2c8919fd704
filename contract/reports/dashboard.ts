import { column, FARM, figure, planAndFact, tile } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

const HEAD = { group: 'reports:heading.head' };
const COST = { group: 'reports:heading.cost' };
const QUALITY = { group: 'reports:heading.quality' };
const LEFTOVERS = { group: 'reports:heading.leftovers' };

/** The overview: what feeding cost, how well it was done and what is wrong. One row a group. */
export const dashboard = {
  id: 'dashboard',
  label: 'reports:report.dashboard',
  route: 'overview',
  permission: 'dashboard',
  period: 'yesterday',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'animal_type', 'group', 'ration', 'mixer', 'worker', 'loading'],
  opens: { report: 'planfeed', filter: 'group' },
  columns: [
    FARM,
    column('group', 'text'),
    figure('heads', 'count', 'formula'),
    ...planAndFact(),
    figure('fact_per_head', 'weight', 'formula', HEAD),
    figure('dmi', 'weight', 'formula', HEAD),
    figure('unloading_accuracy', 'percent', 'formula', QUALITY),
    figure('cost', 'money', 'sum', COST),
    figure('cost_per_head', 'money', 'formula', COST),
    figure('leftovers', 'weight', 'sum', LEFTOVERS),
    figure('leftovers_percent', 'percent', 'formula', LEFTOVERS),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('loading_accuracy', 'percent', 'up'),
    tile('unloading_accuracy', 'percent', 'up'),
    { ...tile('bias', 'percent', 'zero'), hint: 'reports:hint.loading_bias' },
    tile('cost', 'money', 'down'),
    tile('cost_per_head', 'money', 'down'),
    tile('dmi', 'weight'),
    tile('leftovers_percent', 'percent'),
    tile('punctuality', 'duration', 'zero'),
    tile('cost_of_error', 'money', 'zero'),
  ],
  series: [
    {
      key: 'by_day',
      label: 'reports:series.plan_and_fact_by_day',
      type: 'bar',
      x: column('day', 'date'),
      y: [column('plan', 'weight'), column('fact', 'weight')],
      filter: 'planned_on',
      opens: 'planfeed',
    },
    {
      key: 'cost_by_day',
      label: 'reports:series.cost_by_day',
      type: 'line',
      x: column('day', 'date'),
      y: [figure('cost_per_head', 'money', 'formula')],
      filter: 'planned_on',
      opens: 'planfeed',
    },
    {
      key: 'by_group',
      label: 'reports:series.cost_by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [figure('cost_per_head', 'money', 'formula')],
      filter: 'group',
      opens: 'planfeed',
    },
    {
      key: 'by_ration',
      label: 'reports:series.cost_by_ration',
      type: 'bar',
      x: column('ration', 'text'),
      y: [column('cost', 'money')],
      filter: 'ration',
      opens: 'planfeed',
    },
    {
      key: 'by_operator',
      label: 'reports:series.deviation_by_operator',
      type: 'bar',
      x: column('operator', 'text'),
      y: [figure('deviation_percent', 'percent', 'formula', { deviation: true })],
      filter: 'worker',
      opens: 'schedule_load',
    },
    {
      key: 'by_ingredient',
      label: 'reports:series.cost_by_ingredient',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [column('cost', 'money')],
      filter: 'ingredient',
      opens: 'inout',
    },
  ],
} as const satisfies ReportDefinition;
