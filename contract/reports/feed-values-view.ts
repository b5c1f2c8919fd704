import type { Kind } from '#contract/kinds.ts';
import { column, FARM, tile } from './columns.ts';
import type { ReportView } from './shape.ts';

const hinted = <const K extends string>(key: K, kind: Kind) => column(key, kind, { hint: `hints:${key}` });

/** Ration × feed × price: each feed at its own price, and each offer that is valid on the last day. The largest saving comes first. */
export const feedValuesView = {
  columns: [
    FARM,
    column('ration', 'text'),
    column('ingredient', 'text'),
    column('price_source', 'text', { empty: 'reports:own_price' }),
    column('offer_until', 'date'),
    hinted('value_price', 'price'),
    hinted('feed_worth', 'price'),
    hinted('bargain_percent', 'percent'),
    column('value_state', 'text', { texts: 'reports:value_state' }),
    hinted('value_kg', 'weight'),
    hinted('value_saving', 'money'),
    hinted('value_heads', 'count'),
    hinted('saving_year', 'money'),
  ],
  tiles: [tile('offers_valued', 'count'), tile('bargains', 'count'), tile('best_saving', 'money')],
  series: [
    {
      key: 'worths',
      label: 'reports:series.feed_worths',
      type: 'bar',
      x: column('ingredient', 'text'),
      y: [hinted('value_price', 'price'), hinted('feed_worth', 'price')],
      filter: 'ingredient',
    },
  ],
} as const satisfies ReportView;
