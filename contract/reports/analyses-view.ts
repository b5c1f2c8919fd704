import type { Kind } from '#contract/kinds.ts';
import { SHOWN_UNITS } from '#contract/nutrient-units.ts';
import { column, FARM, figure, tile } from './columns.ts';
import { bars } from './series.ts';
import type { ReportView } from './shape.ts';

const LIMITS = { group: 'reports:heading.analysis_limits' };
const VALUES = ['analysis_value', 'analysis_usual', 'analysis_lower', 'analysis_upper', 'analysis_beyond'];
const hinted = <const K extends string>(key: K, kind: Kind, more: object = {}) => column(key, kind, { hint: `hints:${key}`, ...more });

/** Feed × sample × nutrient, the newest sample first. */
export const analysesView = {
  columns: [
    FARM,
    column('ingredient', 'text'),
    column('nutrient', 'text'),
    column('day', 'date'),
    column('analysis_method', 'text', { texts: 'nutrients:analyses.methods' }),
    column('lab', 'text'),
    column('analysis_unit', 'text', { texts: 'nutrients:units', unit_of: VALUES, read_as: SHOWN_UNITS }),
    column('analysis_value', 'ratio'),
    hinted('analysis_usual', 'ratio', LIMITS),
    hinted('analysis_lower', 'ratio', LIMITS),
    hinted('analysis_upper', 'ratio', LIMITS),
    hinted('analysis_beyond', 'ratio', { ...LIMITS, deviation: true }),
    hinted('analysis_age', 'count'),
  ],
  tiles: [tile('analysis_samples', 'count'), tile('analyses_beyond', 'count', 'zero'), tile('analysis_oldest', 'count', 'down')],
  series: [
    {
      key: 'usual_map',
      label: 'reports:series.newest_analysis_by_feed',
      type: 'heatmap',
      side: column('ingredient', 'text'),
      x: column('nutrient', 'text'),
      y: [figure('analysis_off_percent', 'percent', 'formula', { deviation: true, decimals: 1 })],
      filter: 'ingredient',
    },
    bars(
      'age_by_ingredient',
      'reports:series.analysis_age_by_feed',
      'ingredient',
      [figure('analysis_age', 'count', 'formula')],
      'ingredient',
    ),
  ],
} as const satisfies ReportView;
