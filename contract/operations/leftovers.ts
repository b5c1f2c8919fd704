import { z } from 'zod';
import { Day, Id, Price, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** The feeding day of a leftover is the last day before it was weighed on which the group was given something, so many days back at most. */
export const LEFTOVER_DAYS = 7;

/** Where what was left goes: it is thrown away, sold, or goes into the next feeding of another group. */
export const LeftoverTo = z.union([z.enum(['waste', 'sold']), z.strictObject({ group: Id })]).meta({ id: 'LeftoverTo' });
export type LeftoverTo = z.infer<typeof LeftoverTo>;

/**
 * What a group left of its feed, weighed on `date`, in kg. `fed_on`: the day of the feed that it was left of, in which reports count it; never a day of a
 * month that was closed before, then it is `date`. `delivered`: what the group was given on that day; without one, `delivered` and `percent` are empty. Of what is fed to another group, `refed` kg (none said: all) are the first to go into that group's next feeding (`feeding`) from
 * `refed_on` on (none said: `date`); once that has been given, `carried` is what went along. What was sold brought `price` a kilogram.
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
