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
import { COST, QUALITY, TIMES } from './headings.ts';
import { bars, deviationByOperator, planAndFactByGroup } from './series.ts';
import type { ReportDefinition } from './shape.ts';

/** Unloading of the mixer: one row per load. */
export const mixerUnloading = {
  id: 'schedule_upload',
  label: 'reports:report.schedule_upload',
  path: 'upload',
  route: 'mixer-uploads',
  permission: 'upload',
  filters: feedingFilters(),
  columns: [
    ...SCHEDULE,
    ...planAndFact(),
    figure('cost', 'money', 'sum', COST),
    costOfError('unloading', COST),
    figure('unloading_accuracy', 'percent', 'formula', QUALITY),
    figure('bullseye', 'percent', 'formula', QUALITY),
    ...SCHEDULE_WORK,
    figure('unloading_seconds', 'duration', 'formula', TIMES),
  ],
  tiles: qualityTiles('unloading'),
  series: [
    deviationByOperator,
    bars('by_group', 'reports:series.accuracy_by_group', 'group', [figure('unloading_accuracy', 'percent', 'formula')], 'group'),
  ],
  detail: {
    rowId: 'id',
    columns: [
      column('position', 'count'),
      column('group', 'text'),
      ...planAndFact(),
      figure('cost', 'money', 'sum', COST),
      costOfError('unloading', COST),
      column('heads', 'count'),
      figure('unloading_admittance_kept', 'text', 'formula', QUALITY),
      column('started_at', 'datetime', TIMES),
      column('unloading_seconds', 'duration', { ...TIMES, total: 'sum' }),
    ],
    tiles: scheduleTiles('unloading'),
    series: [{ ...planAndFactByGroup, opens: 'planfeed' }],
  },
} as const satisfies ReportDefinition;
