import { z } from 'zod';
import { Day, Id, Instant, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/**
 * Feed that went from its store to another of the same company, in kg, at the moving average, so that what one store loses the other gains.
 * `into` is the feed that it is there: unless it is named, the feed of the same type and name, else the one that it went into before, else a
 * new one. A transfer is taken back by its delete, not changed.
 */
export const transfers = defineResource({
  id: 'transfers',
  final: true,
  path: 'manager/stocks/transfer',
  permission: 'stock',
  row: z
    .object({
      id: Id,
      ...named('farm', 'ingredient', 'stock', 'to', 'into'),
      kg: z.number(),
      price: z.number(),
      value: z.number(),
      at: z.string(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'Transfer' }),
  create: z.object({
    ingredient: Id,
    to: Id,
    into: Id.optional(),
    kg: Weight.min(0.001),
    at: Instant.optional(),
    note: text(1000).default(''),
  }),
  filters: { farm: IdList, stock: IdList, ingredient: IdList, day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['at', 'ingredient_name', 'stock_name', 'to_name', 'kg', 'value'],
});
