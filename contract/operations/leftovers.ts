import { z } from 'zod';
import { Day, Id, Price, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Max days between a leftover's weighing and its feeding day, the last earlier day on which the group got feed. */
export const LEFTOVER_DAYS = 7;

/** Destination of leftovers: thrown away, sold, or fed to another group with its next feeding. */
export const LeftoverTo = z.union([z.enum(['waste', 'sold']), z.strictObject({ group: Id })]).meta({ id: 'LeftoverTo' });
export type LeftoverTo = z.infer<typeof LeftoverTo>;

/**
 * Leftovers of a group, weighed on `date`, in kg. `fed_on` is the feeding day in reports, never a day of an already closed month (then it
 * is `date`). `delivered` is the group's feed of that day; without it, `delivered` and `percent` are empty. For another group, `refed` kg
 * (by default all) go into its next feeding (`feeding`) from `refed_on` on (by default `date`); `carried` is the part that was fed. Sold
 * leftovers brought `price` per kilogram.
 */
export const leftovers = defineResource({
  id: 'leftovers',
  final: true,
  path: 'leftovers/leftovers',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      farm: Id,
      ...named('group'),
      date: Day,
      weight: z.number(),
      fed_on: Day.nullable(),
      percent: z.number().nullable(),
      delivered: z.number().nullable(),
      to: LeftoverTo,
      to_group_name: z.string().nullable(),
      refed: z.number().nullable(),
      refed_on: Day.nullable(),
      price: z.number().nullable(),
      feeding: Id.nullable(),
      feeding_day: Day.nullable(),
      carried: z.object({ weight: z.number(), dry_matter: z.number(), cost: z.number() }).nullable(),
      version: Version,
    })
    .meta({ id: 'Leftover' }),
  create: z.object({
    farm: Id,
    group: Id,
    date: Day,
    weight: Weight,
    to: LeftoverTo.default('waste'),
    refed: Weight.nullable().default(null),
    refed_on: Day.nullable().default(null),
    price: Price.nullable().default(null),
  }),
  filters: { farm: IdList, group: IdList, date: Day.optional(), date_after: Day.optional(), date_before: Day.optional() },
  ordering: ['date', 'group_name', 'weight'],
});
