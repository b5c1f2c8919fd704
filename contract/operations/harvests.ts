import { z } from 'zod';
import { Day, Id, Instant, LotNumber, Money, Percent, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, named, Version } from '#contract/resource.ts';
import { packsOfRow, wholePacks } from './packs.ts';

/**
 * Feed that a farm grew and stored: `kg` (or `packs`) as stored, `cost` of all of it. `price` is the cost per kilogram as in the books; without a cost,
 * the stock's average. `dry_matter` of an analysis is valid for the feed from that day on.
 */
export const harvests = defineResource({
  id: 'harvests',
  path: 'manager/harvests',
  permission: 'delivery',
  row: z
    .object({
      id: Id,
      ...named('farm', 'ingredient'),
      at: z.string(),
      kg: z.number(),
      ...packsOfRow,
      dry_matter: z.number().nullable(),
      cost: z.number().nullable(),
      price: z.number().nullable(),
      lot: z.string(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'Harvest' }),
  create: z
    .object({
      farm: Id,
      ingredient: Id,
      at: Instant.optional(),
      kg: Weight.min(0.001).optional(),
      ...wholePacks,
      dry_matter: Percent.nullable().default(null),
      cost: Money.nullable().default(null),
      lot: LotNumber.default(''),
      note: text(1000).default(''),
    })
    .refine(({ kg, packs }) => (kg ?? packs ?? null) !== null, demanding('kg')),
  filters: { farm: IdList, ingredient: IdList, day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['at', 'ingredient_name', 'kg', 'dry_matter', 'cost', 'price'],
});
