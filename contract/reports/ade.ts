import { z } from 'zod';
import { describeResource, Moment, Quantity, Reference } from '#contract/ade.ts';

/**
 * One feeding of one group. `entitlement` is the plan and `feedConsumption` the delivered feed less what the group left. own: `delivered`,
 * `dryMatter` of the delivered feed, and `totalCost` in `currency`. A feeding that hasn't been unloaded has only `entitlement`.
 */
export const AdeGroupFeeding = z
  .object({
    ...describeResource('icarGroupFeedingEventResource'),
    eventDateTime: Moment,
    groupMethod: z.literal('ExistingAnimalSet'),
    countObserved: z.int(),
    animalSetReference: Reference,
    rationTotal: z.array(
      z.object({
        rationId: z.string(),
        entitlement: Quantity,
        delivered: Quantity.optional(),
        feedConsumption: Quantity.optional(),
        dryMatterPercentage: z.number().optional(),
        dryMatter: Quantity.optional(),
        totalCost: z.number().optional(),
        currency: z.string(),
      }),
    ),
    device: Reference.optional(),
  })
  .meta({ id: 'AdeGroupFeeding' });
