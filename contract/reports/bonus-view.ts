import { column, figure, tile } from './columns.ts';
import type { ReportView } from './shape.ts';

/** A step compares sizes: above and below plan count alike. */
const SIZE = { hint: 'hints:bonus_sizes' };

/**
 * Bonuses of a month: a row per person and rule, with the measures of the operators' report. A row also has `factor_<measure>`, the product
 * of the reached steps of that measure, empty without any. `factor` is the product of all; `bonus` = base × factor, rounded to the kopeck.
 * `by_step` contains the rules by step. A closed month has the rules of its closing.
 */
export const bonusView = {
  columns: [
    column('operator', 'text'),
    column('rule', 'text'),
    column('loads', 'count', { label: 'reports:column.planned_loads', hint: 'hints:operator_loads' }),
    column('bullseye', 'percent', { hint: 'hints:bullseye' }),
    column('loading_bias', 'percent', SIZE),
    column('punctuality', 'duration', { hint: 'hints:punctuality' }),
    column('completeness', 'percent', { hint: 'hints:completeness' }),
    column('deviation', 'weight', SIZE),
    column('loading_cost_of_error', 'money', SIZE),
    column('base', 'money'),
    column('factor', 'ratio', { hint: 'hints:bonus_factor' }),
    figure('bonus', 'money', 'sum'),
  ],
  tiles: [tile('bonus', 'money')],
  series: [
    {
      key: 'by_step',
      label: 'reports:series.factor_by_step',
      type: 'bar',
      x: column('step', 'text', { label: 'reports:column.rule' }),
      y: [column('factor', 'ratio')],
    },
  ],
} as const satisfies ReportView;
