import type { Kind } from '#contract/kinds.ts';
import { SHOWN_UNITS } from '#contract/nutrient-units.ts';
import { column, FARM, figure, tile } from './columns.ts';
import type { Column, ReportView } from './shape.ts';

const STAGES = { group: 'reports:heading.nutrient_stages' };
const VARIANCE = { group: 'reports:heading.nutrient_variance' };
const ON_CARD = { card: true };
const NORM = { group: 'reports:heading.nutrient_norm' };

/** A figure without a total: nutrients of different units have none. */
const hinted = <const K extends string>(key: K, kind: Kind, more: Partial<Pick<Column, 'group' | 'card'>> = {}) =>
  column(key, kind, { hint: `hints:${key}`, ...more });

/** Columns that name a group's nutrient and the unit of these amounts per head. */
export const nameNutrient = (amounts: string[]) =>
  [
    { ...FARM, ...ON_CARD },
    column('group', 'text', ON_CARD),
    column('nutrient', 'text', { empty: 'reports:nutrient_dry_matter', ...ON_CARD }),
    column('amount_unit', 'text', { texts: 'reports:nutrient_unit', unit_of: amounts, read_as: SHOWN_UNITS }),
  ] as const;

const AMOUNTS = ['nutrient_paper', 'nutrient_loaded', 'nutrient_delivered', 'nutrient_eaten'];
const AS_NORM = ['norm_value', 'norm_min', 'norm_target', 'norm_max', 'norm_difference'];

/** Group × nutrient: the four stages per head and day, and the eaten amount compared with the norm. */
export const nutrientsView = {
  columns: [
    ...nameNutrient(AMOUNTS),
    hinted('nutrient_paper', 'ratio', STAGES),
    hinted('nutrient_loaded', 'ratio', STAGES),
    hinted('nutrient_delivered', 'ratio', STAGES),
    hinted('nutrient_eaten', 'ratio', { ...STAGES, ...ON_CARD }),
    hinted('nutrient_cv', 'percent', STAGES),
    hinted('nutrient_cv_loads', 'percent', STAGES),
    column('norm_unit', 'text', { texts: 'reports:nutrient_unit', unit_of: AS_NORM, read_as: SHOWN_UNITS, ...NORM }),
    hinted('norm_value', 'ratio', { ...NORM, ...ON_CARD }),
    column('norm_min', 'ratio', { ...NORM, ...ON_CARD }),
    column('norm_target', 'ratio', { ...NORM, ...ON_CARD }),
    column('norm_max', 'ratio', NORM),
    hinted('norm_difference', 'ratio', NORM),
    hinted('days_below', 'count', { ...NORM, ...ON_CARD }),
    hinted('variance_plan', 'percent', VARIANCE),
    hinted('variance_dry_matter', 'percent', VARIANCE),
    hinted('variance_analyses', 'percent', VARIANCE),
    hinted('variance_loading', 'percent', VARIANCE),
    hinted('variance_division', 'percent', VARIANCE),
    hinted('variance_refusals', 'percent', VARIANCE),
    hinted('nutrient_covered', 'percent'),
  ],
  tiles: [tile('below_norm', 'count', 'zero'), tile('nutrient_covered', 'percent', 'up')],
  series: [
    {
      key: 'norm_map',
      label: 'reports:series.norm_by_group_and_nutrient',
      type: 'heatmap',
      side: column('group', 'text'),
      x: column('nutrient', 'text'),
      y: [figure('norm_difference_percent', 'percent', 'formula', { deviation: true, decimals: 1 })],
      filter: 'group',
    },
  ],
} as const satisfies ReportView;
