import { column, tile } from './columns.ts';
import type { ReportView } from './shape.ts';

/** Steps from the planned ration to the purchases: sums, and the differences between them. */
export const BRIDGE_STEPS = [
  ['paper', true],
  ['loading_error', false],
  ['loaded', true],
  ['refed', false],
  ['undelivered', false],
  ['beyond_load', false],
  ['delivered', true],
  ['left', false],
  ['eaten', true],
  ['uneaten', false],
  ['unreported', false],
  ['stock_change', false],
  ['other_moves', false],
  ['counted', false],
  ['purchased', true],
] as const;
export type BridgeStep = (typeof BRIDGE_STEPS)[number][0];

const step = column('step', 'text', { texts: 'reports:step' });
const waterfall = <const K extends 'cost' | 'weight' | 'dry_matter'>(key: K, kind: 'money' | 'weight') => ({
  key,
  label: `reports:series.bridge_${key}`,
  type: 'waterfall' as const,
  x: step,
  y: [column(key, kind)],
});

/** Destination of purchased feed: planned ration → loaded → delivered → eaten → stock → purchased. */
export const costBridgeView = {
  columns: [
    step,
    column('weight', 'weight'),
    column('dry_matter', 'weight'),
    column('cost', 'money'),
    column('of_paper', 'percent', { hint: 'hints:of_paper' }),
  ],
  tiles: [
    tile('loaded', 'money'),
    tile('delivered', 'money'),
    tile('eaten', 'money'),
    tile('eaten_share', 'percent', 'up'),
    tile('purchased', 'money'),
  ],
  series: [waterfall('cost', 'money'), waterfall('weight', 'weight'), waterfall('dry_matter', 'weight')],
} as const satisfies ReportView;
