import type { Kind } from '#contract/kinds.ts';
import { column, figure, tile } from './columns.ts';
import { nameNutrient } from './nutrients-view.ts';
import type { ReportView } from './shape.ts';

const ADDENDS = ['nutrient_paper', 'step_loading', 'step_division', 'step_mixer', 'step_refusals'];
const STEPS = { group: 'reports:heading.nutrient_steps' };
const hinted = <const K extends string>(key: K, kind: Kind, more: object = {}) => column(key, kind, { hint: `hints:${key}`, ...more });
const step = <const K extends string>(key: K) => hinted(key, 'ratio', { ...STEPS, deviation: true });

/** Group × nutrient: paper + steps = eaten, per head and day. */
export const nutrientBridgeView = {
  columns: [
    ...nameNutrient([...ADDENDS, 'nutrient_eaten']),
    hinted('nutrient_paper', 'ratio'),
    step('step_loading'),
    step('step_division'),
    step('step_mixer'),
    step('step_refusals'),
    hinted('nutrient_eaten', 'ratio', { adds: ADDENDS }),
    hinted('step_percent', 'percent', { deviation: true }),
  ],
  tiles: [tile('nutrient_covered', 'percent', 'up')],
  series: [
    {
      key: 'change_map',
      label: 'reports:series.nutrient_change_by_group',
      type: 'heatmap',
      side: column('group', 'text'),
      x: column('nutrient', 'text'),
      y: [figure('step_percent', 'percent', 'formula', { deviation: true, decimals: 1 })],
      filter: 'group',
    },
  ],
} as const satisfies ReportView;
