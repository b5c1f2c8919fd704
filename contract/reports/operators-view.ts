import { column, costOfError, figure, planAndFact, tile } from './columns.ts';
import { QUALITY, TIMES } from './headings.ts';
import type { ReportView } from './shape.ts';

/** The published survey of 33 herds for comparison: percent of weighings within 2 % of plan, with mean, median, worst and best herd. */
export const BULLSEYE_SURVEY = { herds: 33, mean: 46.7, median: 42.7, least: 10.8, most: 80.6 } as const;

const operator = column('operator', 'text', { empty: 'reports:operators.nobody' });

/** Each person's loads: one row per person. Rows sum to the report of loads. */
export const operatorsView = {
  columns: [
    operator,
    column('loads', 'count', { label: 'reports:column.planned_loads', total: 'sum', hint: 'hints:operator_loads' }),
    ...planAndFact(),
    costOfError('loading', QUALITY),
    figure('bullseye', 'percent', 'formula', QUALITY),
    figure('bullseye_beside', 'percent', 'formula', QUALITY),
    figure('loading_bias', 'percent', 'formula', { ...QUALITY, deviation: true }),
    figure('completeness', 'percent', 'formula', QUALITY),
    figure('punctuality', 'duration', 'formula', { ...TIMES, deviation: true }),
  ],
  tiles: [
    tile('bullseye', 'percent', 'up'),
    tile('bullseye_survey', 'percent'),
    tile('loading_cost_of_error', 'money', 'zero'),
    tile('loading_bias', 'percent', 'zero'),
    tile('completeness', 'percent', 'up'),
    tile('punctuality', 'duration', 'zero'),
    tile('operators_difference', 'weight', 'zero'),
  ],
  series: [
    {
      key: 'by_operator',
      label: 'reports:series.bullseye_by_operator',
      type: 'bar',
      x: operator,
      y: [figure('bullseye', 'percent', 'formula')],
      filter: 'worker',
    },
    {
      key: 'bias',
      label: 'reports:series.bias_by_operator_and_feed',
      type: 'heatmap',
      side: operator,
      x: column('ingredient', 'text'),
      y: [figure('loading_bias', 'percent', 'formula', { deviation: true, decimals: 1 })],
      filter: 'ingredient',
    },
    {
      key: 'lateness',
      label: 'reports:series.lateness_by_weekday_and_hour',
      type: 'heatmap',
      side: column('weekday', 'text', { texts: 'reports:weekday' }),
      x: column('hour', 'time'),
      y: [figure('lateness', 'duration', 'formula', { deviation: true })],
    },
  ],
} as const satisfies ReportView;
