import { z } from 'zod';
import { Count, Day, Id, Instant, Money, Price, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

/** Arriving animals, leaving animals, a check of some or all, dead animals. */
export const WEIGHT_KINDS = ['in', 'out', 'check', 'death'] as const;
export type WeightKind = (typeof WEIGHT_KINDS)[number];
/** Min and max kilograms of an animal. */
export const LEAST_WEIGHT_PER_HEAD = 1;
export const MAX_WEIGHT_PER_HEAD = 1500;

/**
 * A weighing of a group's animals: `kg` of all `heads` together, 0 only for dead ones without a weight. `price` per kilogram of arrivals;
 * `cost` is other spending on the group (vet, freight, yardage). `on_hand`: animals that remain in the group after it.
 */
export const weights = defineResource({
  id: 'weights',
  final: true,
  path: 'manager/weights',
  permission: 'group',
  row: z
    .object({
      id: Id,
      ...named('farm', 'group'),
      at: z.string(),
      day: Day,
      kind: z.enum(WEIGHT_KINDS),
      heads: z.int(),
      kg: z.number(),
      price: z.number().nullable(),
      cost: z.number().nullable(),
      on_hand: z.int(),
      version: Version,
    })
    .meta({ id: 'AnimalWeight' }),
  create: z.object({
    group: Id,
    at: Instant.optional(),
    kind: z.enum(WEIGHT_KINDS),
    heads: Count.min(1),
    kg: Weight,
    price: Price.nullable().default(null),
    cost: Money.nullable().default(null),
  }),
  filters: {
    farm: IdList,
    group: IdList,
    kind: listOf(z.enum(WEIGHT_KINDS)),
    day_after: Day.optional(),
    day_before: Day.optional(),
  },
  ordering: ['at', 'group_name', 'kind', 'heads', 'kg'],
});
