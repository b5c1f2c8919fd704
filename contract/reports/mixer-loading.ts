import {
  column,
  costOfError,
  feedingFilters,
  figure,
  planAndFact,
  qualityTiles,
  SCHEDULE,
  SCHEDULE_WORK,
  scheduleTiles,
} from './columns.ts';
import { QUALITY, TIMES } from './headings.ts';
import { deviationByOperator } from './series.ts';
import type { ReportDefinition } from './shape.ts';

/** Loading of the mixer: one row per load. */
export const mixerLoading = {
  id: 'schedule_load',
  label: 'reports:report.schedule_load',
  path: 'load',
  route: 'mixer-loads',
  permission: 'load',
  filters: feedingFilters('ingredient'),
  columns: [
    ...SCHEDULE,
    ...planAndFact(),
    costOfError('loading', QUALITY),
    figure('bullseye', 'percent', 'formula', QUALITY),
    ...SCHEDULE_WORK,
    figure('seconds', 'duration', 'formula', TIMES),
    figure('mix_seconds', 'duration', 'formula', TIMES),
  ],
  tiles: qualityTiles('loading'),
  series: [
    deviationByOperator,
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
      costOfError('loading', QUALITY),
      figure('admittance_kept', 'text', 'formula', QUALITY),
      column('started_at', 'datetime', TIMES),
      column('seconds', 'duration', { ...TIMES, total: 'sum' }),
    ],
    tiles: scheduleTiles('loading'),
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
