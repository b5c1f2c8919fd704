import { z } from 'zod';
import { Day, Id, LotNumber, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, named, Version } from '#contract/resource.ts';
import { halfPacks, packsOfRow } from './packs.ts';

/**
 * The stock of a feed at the start of `day`, in kg and per-kg price. A feed has at most one opening balance, and no move on an earlier day.
 * Reports show the balance as opening stock. `stock` is the store of the feed.
 */
export const openings = defineResource({
  id: 'openings',
  path: 'manager/openings',
  permission: 'delivery',
  row: z
    .object({
      id: Id,
      ...named('farm', 'ingredient', 'stock'),
      day: Day,
      kg: z.number(),
      ...packsOfRow,
      price: z.number(),
      cost: z.number(),
      lot: z.string(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'OpeningBalance' }),
  create: z
    .object({
      farm: Id,
      ingredient: Id,
      day: Day,
      kg: Weight.min(0.001).optional(),
      ...halfPacks,
      price: Price,
      lot: LotNumber.default(''),
      note: text(1000).default(''),
    })
    .refine(({ kg, packs }) => (kg ?? packs ?? null) !== null, demanding('kg')),
  filters: { farm: IdList, ingredient: IdList, stock: IdList, day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['day', 'ingredient_name', 'stock_name', 'kg', 'price', 'cost'],
});
