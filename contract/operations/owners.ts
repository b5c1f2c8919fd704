import { z } from 'zod';
import { Day, Id, Money, Name } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Max percent that is added to the feed cost. A higher figure is a typing error. */
export const MAX_MARKUP = 1000;
const MAX_AMOUNT = 99_999_999;

/**
 * The owner of a group's animals from a day on: a delivery company, or the farm itself without `owner`. `markup` is the percent added to the
 * feed cost, `yardage` money per head-day in the client's currency. Without any row the animals are the farm's own.
 */
export const groupOwners = defineResource({
  id: 'groupowners',
  final: true,
  path: 'manager/groupowners',
  permission: 'group',
  row: z
    .object({
      id: Id,
      ...named('farm', 'group'),
      owner: Id.nullable(),
      owner_name: z.string().nullable(),
      from: Day,
      markup: z.number(),
      yardage: z.number(),
      version: Version,
    })
    .meta({ id: 'GroupOwner' }),
  create: z.object({
    group: Id,
    owner: Id.nullable().default(null),
    from: Day,
    markup: z.number().nonnegative().max(MAX_MARKUP).multipleOf(0.01).default(0),
    yardage: Money.default(0),
  }),
  filters: { farm: IdList, group: IdList, owner: IdList },
  ordering: ['from', 'group_name', 'owner_name', 'markup', 'yardage'],
});

/** A line of an owner's statement in addition to feed and yardage, such as medicine. A negative `amount` is a credit. */
export const ownerLines = defineResource({
  id: 'ownerlines',
  final: true,
  path: 'manager/ownerlines',
  permission: 'group',
  row: z
    .object({ id: Id, ...named('farm', 'owner'), day: Day, text: z.string(), amount: z.number(), version: Version })
    .meta({ id: 'OwnerLine' }),
  create: z.object({
    farm: Id,
    owner: Id,
    day: Day,
    text: Name,
    amount: z
      .number()
      .min(-MAX_AMOUNT)
      .max(MAX_AMOUNT)
      .multipleOf(0.01)
      .refine((amount) => amount !== 0),
  }),
  filters: { farm: IdList, owner: IdList, day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['day', 'owner_name', 'text', 'amount'],
});
