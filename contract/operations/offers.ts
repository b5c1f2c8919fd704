import { z } from 'zod';
import { Day, Id, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/**
 * A supplier's offer of a feed: `price` per kilogram on the days `from` to `until` (null: until it is withdrawn), for at most `kg`. The
 * offers of one supplier are a price list.
 */
export const offers = defineResource({
  id: 'offers',
  final: true,
  path: 'manager/offers',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      ...named('company', 'ingredient'),
      /** The ingredient's farm. */
      ...named('farm'),
      price: z.number(),
      from: Day,
      until: Day.nullable(),
      kg: z.number().nullable(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'Offer' }),
  create: z.object({
    company: Id,
    ingredient: Id,
    price: Price,
    from: Day,
    until: Day.nullable().default(null),
    kg: Weight.min(0.001).nullable().default(null),
    note: text(1000).default(''),
  }),
  filters: {
    farm: IdList,
    company: IdList,
    ingredient: IdList,
    /** Offers that are valid on this day. */
    day: Day.optional(),
  },
  ordering: ['from', 'until', 'company_name', 'ingredient_name', 'price'],
});

export const FEED_VALUE_STATES = ['in', 'out', 'never', 'needed', 'no_analysis', 'no_price', 'waits', 'no_ration'] as const;
export const FeedValueState = z.enum(FEED_VALUE_STATES);
export type FeedValueState = z.infer<typeof FeedValueState>;

/** The worth of a feed in a ration. `worth` is null unless `state` is `in` or `out`; 0 for `never`. */
export const FeedWorth = z
  .object({ ration: Id, ration_name: z.string(), state: FeedValueState, price: z.number(), worth: z.number().nullable() })
  .meta({ id: 'FeedWorth' });
export type FeedWorth = z.infer<typeof FeedWorth>;
export const WORTH_PATH = `${offers.path}/worth`;
/** The feed whose worth is asked. */
export const worthQuery = z.object({ ingredient: z.coerce.number().pipe(Id) });
