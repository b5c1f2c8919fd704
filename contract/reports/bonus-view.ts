import { column, figure, tile } from './columns.ts';
import type { ReportView } from './shape.ts';

/** A step compares a size: over and under plan alike. */
const SIZE = { hint: 'hints:bonus_sizes' };

/**
 * What a month pays those who loaded in it: a row a person and rule, with the measures of the report of operators. Beside what is declared a row brings
 * `factor_<measure>`, the product of the factors of its reached steps of that measure, empty where it reached none. `factor` is the product of all of
 * them; `bonus`, base × factor, is rounded to the kopeck. `by_step` is the rules themselves, step by step. A month that is closed has the rules that it
 * was closed with.
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
