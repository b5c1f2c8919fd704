import { column, FARM, figure, tile } from './columns.ts';
import { bars } from './series.ts';
import type { Column, ReportView } from './shape.ts';

/** Max days of the heat map; longer ranges show weeks. */
export const MIXER_DAYS = 92;

const drift = (more: Partial<Column> = {}) => figure('drift', 'weight', 'sum', { deviation: true, ...more });

/** Work of each mixer, its unloaded part, and due services: one row per mixer. Loads and kilograms sum to the report of loads. */
export const mixersView = {
  columns: [
    FARM,
    column('mixer', 'text'),
    column('loads', 'count', { label: 'reports:column.mixer_loads', total: 'sum', hint: 'hints:mixer_loads' }),
    figure('loaded_weight', 'weight', 'sum'),
    figure('refed_weight', 'weight', 'sum'),
    figure('in_mixer', 'weight', 'sum'),
    figure('unloaded_weight', 'weight', 'sum'),
    drift(),
    figure('drift_percent', 'percent', 'formula', { deviation: true }),
    figure('rotations', 'ratio', 'sum'),
  ],
  tiles: [
    tile('loaded_weight', 'weight'),
    { ...tile('loads', 'count'), label: 'reports:tile.mixer_loads', hint: 'hints:mixer_loads' },
    tile('drift', 'weight', 'zero'),
    tile('drift_percent', 'percent', 'zero'),
    tile('plans_due', 'count', 'zero'),
  ],
  series: [
    bars('by_mixer', 'reports:series.loaded_by_mixer', 'mixer', [figure('loaded_weight', 'weight', 'sum')], 'mixer'),
    {
      key: 'drift',
      label: 'reports:series.drift_by_mixer_and_day',
      type: 'heatmap',
      side: column('mixer', 'text'),
      x: column('day', 'date'),
      y: [drift({ decimals: 0 })],
    },
  ],
} as const satisfies ReportView;

/** Columns that appear if a mixer has a planned or finished service. */
export const SERVICE_COLUMNS: Column[] = [
  { ...column('next_service', 'text'), hint: 'hints:next_service' },
  { ...column('service_part', 'percent', { decimals: 1 }), hint: 'hints:service_part' },
  figure('plans_due', 'count', 'sum'),
  figure('services', 'count', 'sum'),
  figure('service_cost', 'money', 'sum'),
];
