import { column, figure, tile } from './columns.ts';
import type { ReportView, Tile } from './shape.ts';

/** Why income over feed cost per head and day changed, in the order of the waterfall. */
export const IOFC_CAUSES = [
  'not_recorded',
  'milk_price',
  'yield',
  'components',
  'feed_price',
  'ration',
  'heads',
  'loading_error',
  'leftovers',
] as const;
export type IofcCause = (typeof IOFC_CAUSES)[number];

const ownTexts = <const K extends string>(key: K) => ({ label: `milk:change.column.${key}`, hint: `milk:change.hint.${key}` });
const ownTile = <const K extends string>(key: K, kind: Tile['kind'], good?: Tile['good']) => ({
  ...tile(key, kind, good),
  label: `milk:change.tile.${key}`,
  hint: `milk:change.hint.${key}`,
});
const CAUSE = column('cause', 'text', { label: 'milk:change.column.cause', texts: 'milk:change.cause' });
const effect = <const K extends string>(key: K) => figure(key, 'money', 'sum', { ...ownTexts(key), deviation: true });
const byFeed = <const K extends string, const Y extends string>(key: K, y: Y) => ({
  key,
  label: `milk:change.series.${key}`,
  type: 'bar' as const,
  x: column('ingredient', 'text'),
  y: [figure(y, 'money', 'formula', { ...ownTexts(y), deviation: true })],
  filter: 'ingredient',
  opens: 'inout',
});

/** Columns, tiles and charts of why income over feed cost changed: the causes sum exactly to the change. */
export const iofcChangeView = {
  columns: [
    CAUSE,
    effect('iofc_effect'),
    figure('iofc_effect_percent', 'percent', 'formula', { ...ownTexts('iofc_effect_percent'), deviation: true }),
    effect('iofc_effect_total'),
    column('how', 'text', { label: 'milk:change.column.how', texts: 'milk:change.cause_text' }),
  ],
  tiles: [
    ownTile('iofc_per_head', 'money', 'up'),
    { ...ownTile('iofc_change', 'money', 'up'), deviation: true },
    ownTile('milk_money_per_head', 'money', 'up'),
    ownTile('cost_per_head', 'money', 'down'),
    ownTile('heads', 'count'),
    ownTile('causes_rest', 'money', 'zero'),
  ],
  series: [
    {
      key: 'causes',
      label: 'milk:change.series.causes',
      type: 'waterfall',
      x: CAUSE,
      y: [column('iofc_effect', 'money', { label: 'milk:change.column.iofc_effect' })],
    },
    byFeed('prices', 'feed_price_effect'),
    byFeed('rations', 'feed_ration_effect'),
  ],
} as const satisfies ReportView;
