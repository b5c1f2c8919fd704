import { z } from 'zod';
import { Day, Id, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

/** All of it came; the rest is late, past the last day; the rest may still come in time. Each order is in one of them. */
export const OrderState = z.enum(['expected', 'late', 'received']);

/**
 * Feed ordered of a supplier: `kg` at `price` a kilogram, to come on the days `from` to `to`. Deliveries that name it are what was `received` of it; `left` is
 * what is missing, never below 0, and `over` what came beyond it. It is `late` while something is left after `to`, by the clock of the feed's farm.
 */
export const orders = defineResource({
  id: 'orders',
  path: 'manager/orders',
  permission: 'delivery',
  row: z
    .object({
      id: Id,
      ...named('company', 'ingredient'),
      /** That of the ingredient. */
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
    /** Orders of which a day lies in these. */
    day_after: Day.optional(),
    day_before: Day.optional(),
  },
  ordering: ['to', 'from', 'company_name', 'ingredient_name', 'kg', 'price', 'cost', 'received', 'left'],
});
