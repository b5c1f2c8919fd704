import { z } from 'zod';
import { Day, Id, Instant, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, named, Version } from '#contract/resource.ts';
import { packsOfRow, wholePacks } from './packs.ts';

/**
 * Feed moved to another store of the company, in kg, at the moving average, so that one store gains what the other loses. `into` is the
 * feed there: by default that of the same type and name, otherwise the one of an earlier transfer, otherwise a new one. A transfer can't be
 * changed, only deleted.
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
      ...packsOfRow,
      price: z.number(),
      value: z.number(),
      at: z.string(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'Transfer' }),
  create: z
    .object({
      ingredient: Id,
      to: Id,
      into: Id.optional(),
      kg: Weight.min(0.001).optional(),
      ...wholePacks,
      at: Instant.optional(),
      note: text(1000).default(''),
    })
    .refine(({ kg, packs }) => (kg ?? packs ?? null) !== null, demanding('kg')),
  filters: { farm: IdList, stock: IdList, ingredient: IdList, day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['at', 'ingredient_name', 'stock_name', 'to_name', 'kg', 'value'],
});
