import { column, costOfError, FARM, figure, planAndFact, tile } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

const TIMES = { group: 'reports:heading.times' };
const QUALITY = { group: 'reports:heading.quality' };
const COST = { group: 'reports:heading.cost' };

/** Unloading of the mixer: one row a schedule. */
export const scheduleUpload = {
  id: 'schedule_upload',
  label: 'reports:report.schedule_upload',
  path: 'upload',
  route: 'mixer-uploads',
  permission: 'upload',
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
    figure('unloading_seconds', 'duration', 'formula', TIMES),
    ...planAndFact(),
    figure('unloading_accuracy', 'percent', 'formula', QUALITY),
    figure('bullseye', 'percent', 'formula', QUALITY),
    figure('cost', 'money', 'sum', COST),
    costOfError(COST),
  ],
  tiles: [
    tile('plan', 'weight'),
    tile('fact', 'weight'),
    tile('unloading_accuracy', 'percent', 'up'),
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
      key: 'by_group',
      label: 'reports:series.accuracy_by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [figure('unloading_accuracy', 'percent', 'formula')],
      filter: 'group',
    },
  ],
  detail: {
    rowId: 'id',
    columns: [
      column('position', 'count'),
      column('group', 'text'),
      column('heads', 'count'),
      ...planAndFact(),
      column('started_at', 'datetime', TIMES),
      column('unloading_seconds', 'duration', { ...TIMES, total: 'sum' }),
      figure('unloading_admittance_kept', 'text', 'formula', QUALITY),
      figure('cost', 'money', 'sum', COST),
      costOfError(COST),
    ],
    tiles: [
      tile('plan', 'weight'),
      tile('fact', 'weight'),
      tile('deviation_percent', 'percent', 'zero'),
      tile('unloading_accuracy', 'percent', 'up'),
      tile('bullseye', 'percent', 'up'),
      tile('cost_of_error', 'money', 'zero'),
    ],
    series: [
      {
        key: 'by_group',
        label: 'reports:series.plan_and_fact_by_group',
        type: 'bar',
        x: column('group', 'text'),
        y: [column('plan', 'weight'), column('fact', 'weight')],
        filter: 'group',
        opens: 'planfeed',
      },
    ],
  },
} as const satisfies ReportDefinition;
