import { z } from 'zod';
import { Day, Id, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

/** `received`: all of it came. `late`: the rest is past its last day. `expected`: the rest may still come in time. */
export const OrderState = z.enum(['expected', 'late', 'received']);

/**
 * Feed ordered from a supplier: `kg` at `price` per kilogram, expected on the days `from` to `to`. `received` is the sum of the deliveries
 * that name it; `left` the missing quantity, at least 0; `over` the excess. It is `late` if something is left after `to`, by the clock of
 * the feed's farm.
 */
export const orders = defineResource({
  id: 'orders',
  path: 'manager/orders',
  permission: 'delivery',
  row: z
    .object({
      id: Id,
      ...named('company', 'ingredient'),
      /** The ingredient's farm. */
      ...named('farm'),
      kg: z.number(),
      price: z.number(),
      cost: z.number(),
      from: z.string(),
      to: z.string(),
      received: z.number(),
      left: z.number(),
      over: z.number(),
      late: z.boolean(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'Order' }),
  create: z.object({
    company: Id,
    ingredient: Id,
    kg: Weight.min(0.001),
    price: Price,
    from: Day,
    to: Day,
    note: text(1000).default(''),
  }),
  filters: {
    farm: IdList,
    company: IdList,
    ingredient: IdList,
    state: listOf(OrderState),
    /** Orders with a day in this range. */
    day_after: Day.optional(),
    day_before: Day.optional(),
  },
  ordering: ['to', 'from', 'company_name', 'ingredient_name', 'kg', 'price', 'cost', 'received', 'left'],
});
