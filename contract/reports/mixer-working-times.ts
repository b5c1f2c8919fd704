import { column, FARM, figure, tile } from './columns.ts';
import { overDays } from './series.ts';
import type { ReportDefinition } from './shape.ts';

const START = { group: 'reports:heading.start' };
const MEANS = { group: 'reports:heading.mean_load' };

const durations = ['seconds', 'mix_seconds', 'idle_seconds', 'unloading_seconds'] as const;

/** Punctuality and duration of work: one row per period and mixer. */
export const mixerWorkingTimes = {
  id: 'schedule_loading_time',
  label: 'reports:report.schedule_loading_time',
  route: 'additional/schedule_loading_time',
  permission: 'additional',
  filters: [
    'farm',
    'planned_on_after',
    'planned_on_before',
    'loading',
    'mixer',
    'worker',
    'ration',
    'animal_type',
    'group',
    'compare_with',
  ],
  columns: [
    FARM,
    column('period', 'text'),
    column('mixer', 'text'),
    figure('loads', 'count', 'sum'),
    column('planned_start', 'time', START),
    { ...column('actual_start', 'time', START), hint: 'hints:actual_start' },
    figure('lateness', 'duration', 'formula', START),
    ...durations.map((key) => figure(key, 'duration', 'formula', MEANS)),
  ],
  tiles: [tile('loads', 'count'), tile('lateness', 'duration', 'zero'), ...durations.map((key) => tile(key, 'duration', 'down'))],
  series: [
    {
      key: 'by_period',
      label: 'reports:series.times_by_period',
      type: 'stacked',
      x: column('period', 'text'),
      y: durations.map((key) => column(key, 'duration')),
      filter: 'loading',
    },
    overDays('bar', 'by_day', 'reports:series.lateness_by_day', [column('lateness', 'duration')]),
  ],
} as const satisfies ReportDefinition;
