import { column, FARM, figure, tile } from './columns.ts';
import { bars, overDays } from './series.ts';
import type { ReportDefinition, ReportFilter } from './shape.ts';

const FILTERS: ReportFilter[] = [
  'farm',
  'planned_on_after',
  'planned_on_before',
  'mixer',
  'ration',
  'worker',
  'loading',
  'animal_type',
  'group',
  'compare_with',
];

const perTonne = [
  figure('rotations_per_tonne', 'ratio', 'formula'),
  { ...column('auger_norm', 'ratio'), hint: 'hints:auger_norm' },
  figure('auger_off', 'percent', 'formula', { deviation: true }),
  figure('in_range', 'text', 'formula'),
];

/** The auger's rotations of each load, compared with the mixer's norm. */
export const augerRotations = {
  id: 'auger_rotations',
  label: 'reports:report.auger_rotations',
  route: 'additional/auger_rotations',
  permission: 'additional',
  byTodaysRules: true,
  filters: FILTERS,
  columns: [
    column('day', 'date'),
    FARM,
    column('ration', 'text'),
    column('fact', 'weight', { total: 'sum' }),
    figure('rotations', 'ratio', 'sum'),
    ...perTonne,
    column('period', 'text'),
    column('mixer', 'text'),
    column('operator', 'text'),
  ],
  tiles: [
    tile('fact', 'weight'),
    tile('rotations', 'ratio'),
    tile('rotations_per_tonne', 'ratio'),
    tile('auger_off', 'percent', 'zero'),
    tile('in_range_share', 'percent', 'up'),
  ],
  series: [
    overDays('line', 'by_day', 'reports:series.rotations_per_tonne_by_day', [column('rotations_per_tonne', 'ratio')]),
    bars('by_ration', 'reports:series.rotations_per_tonne_by_ration', 'ration', [column('rotations_per_tonne', 'ratio')], 'ration'),
  ],
} as const satisfies ReportDefinition;

/** The auger's coefficient of each mixer and day. */
export const augerCoefficient = {
  id: 'auger_coefficient',
  label: 'reports:report.auger_coefficient',
  route: 'additional/auger_coefficient',
  permission: 'additional',
  byTodaysRules: true,
  filters: FILTERS,
  columns: [
    column('day', 'date'),
    FARM,
    column('mixer', 'text'),
    column('loads', 'count', { total: 'sum' }),
    column('fact', 'weight', { total: 'sum' }),
    figure('rotations', 'ratio', 'sum'),
    figure('rotations_per_tonne', 'ratio', 'formula'),
    figure('coefficient', 'ratio', 'formula'),
    { ...column('coefficient_norm', 'ratio'), hint: 'hints:coefficient_norm' },
    figure('auger_off', 'percent', 'formula', { deviation: true }),
    figure('in_range', 'text', 'formula'),
  ],
  tiles: [
    tile('coefficient', 'ratio'),
    tile('rotations_per_tonne', 'ratio'),
    tile('auger_off', 'percent', 'zero'),
    tile('in_range_share', 'percent', 'up'),
  ],
  series: [
    overDays('line', 'by_day', 'reports:series.coefficient_by_day', [column('coefficient', 'ratio')]),
    bars('by_mixer', 'reports:series.coefficient_by_mixer', 'mixer', [column('coefficient', 'ratio')], 'mixer'),
  ],
} as const satisfies ReportDefinition;
