import { column, figure, tile } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Why the cost per head and day changed, in the order of the waterfall. */
export const COST_CAUSES = ['not_recorded', 'prices', 'heads', 'ration', 'loading_error', 'leftovers'] as const;
export type CostCause = (typeof COST_CAUSES)[number];

const cause = column('cause', 'text', { texts: 'reports:cause' });

/** Why the cost per head and day changed between two ranges: the causes sum exactly to the change. */
export const costChange = {
  id: 'cost_change',
  label: 'reports:report.cost_change',
  route: 'cost-change',
  permission: 'dashboard',
  filters: [
    'farm',
    'planned_on_after',
    'planned_on_before',
    'previous_on_after',
    'previous_on_before',
    'animal_type',
    'group',
    'ration',
    'mixer',
    'worker',
    'loading',
  ],
  opens: {},
  causes: 'cost_change',
  columns: [
    cause,
    figure('cost_effect', 'money', 'sum', { deviation: true }),
    figure('cost_effect_percent', 'percent', 'formula', { deviation: true }),
    figure('cost_effect_total', 'money', 'sum', { deviation: true }),
    column('how', 'text', { texts: 'reports:cause_text' }),
  ],
  tiles: [
    tile('cost_per_head', 'money', 'down'),
    { ...tile('cost_effect', 'money'), hint: 'hints:cost_change', deviation: true },
    tile('cost', 'money', 'down'),
    tile('head_days', 'count'),
  ],
  series: [
    {
      key: 'causes',
      label: 'reports:series.cost_causes',
      type: 'waterfall',
      x: cause,
      y: [column('cost_effect', 'money')],
    },
    {
      key: 'prices',
      label: 'reports:series.price_effect',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [figure('price_effect', 'money', 'formula', { deviation: true })],
      filter: 'ingredient',
      opens: 'inout',
    },
    {
      key: 'rations',
      label: 'reports:series.ration_effect',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [figure('ration_effect', 'money', 'formula', { deviation: true })],
      filter: 'ingredient',
      opens: 'inout',
    },
  ],
} as const satisfies ReportDefinition;
