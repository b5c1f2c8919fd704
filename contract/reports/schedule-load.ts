import { column, costOfError, FARM, figure, planAndFact, tile } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

const TIMES = { group: 'reports:heading.times' };
const QUALITY = { group: 'reports:heading.quality' };

/** Loading of the mixer: one row a schedule. */
export const scheduleLoad = {
  id: 'schedule_load',
  label: 'reports:report.schedule_load',
  path: 'load',
  route: 'mixer-loads',
  permission: 'load',
  filters: [
    'farm',
    'planned_on_after',
    'planned_on_before',
    'mixer',
    'ration',
    'worker',
    'loading',
    'status',
    'animal_type',
    'group',
    'ingredient',
    'price_basis',
    'deviation',
  ],
  columns: [
    column('day', 'date'),
    FARM,
    column('period', 'text'),
    column('mixer', 'text'),
    column('ration', 'text'),
    column('operator', 'text'),
    column('status', 'status'),
    column('started_at', 'datetime', TIMES),
    figure('seconds', 'duration', 'formula', TIMES),
    figure('mix_seconds', 'duration', 'formula', TIMES),
    ...planAndFact(),
    figure('bullseye', 'percent', 'formula', QUALITY),
    costOfError(QUALITY),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('loading_accuracy', 'percent', 'up'),
    tile('bias', 'percent', 'zero'),
    tile('bullseye', 'percent', 'up'),
    tile('cost_of_error', 'money', 'zero'),
  ],
  series: [
    {
      key: 'by_operator',
      label: 'reports:series.deviation_by_operator',
      type: 'bar',
      x: column('operator', 'text'),
      y: [figure('deviation_percent', 'percent', 'formula', { deviation: true })],
      filter: 'worker',
    },
    {
      key: 'by_ingredient',
      label: 'reports:series.accuracy_by_ingredient',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [figure('loading_accuracy', 'percent', 'formula')],
      filter: 'ingredient',
    },
  ],
  detail: {
    rowId: 'id',
    columns: [
      column('position', 'count'),
      column('ingredient', 'text'),
      ...planAndFact(),
      column('started_at', 'datetime', TIMES),
      column('seconds', 'duration', { ...TIMES, total: 'sum' }),
      figure('admittance_kept', 'text', 'formula', QUALITY),
      costOfError(QUALITY),
    ],
    tiles: [
      tile('plan', 'weight'),
      tile('fact', 'weight'),
      tile('deviation_percent', 'percent', 'zero'),
      tile('loading_accuracy', 'percent', 'up'),
      tile('bullseye', 'percent', 'up'),
      tile('cost_of_error', 'money', 'zero'),
    ],
    series: [
      {
        key: 'weight_curve',
        label: 'reports:series.weight_curve',
        type: 'line',
        x: column('at', 'datetime'),
        y: [column('weight', 'weight'), column('planned_weight', 'weight')],
      },
    ],
  },
} as const satisfies ReportDefinition;
