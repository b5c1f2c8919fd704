import { z } from 'zod';
import { describeResource, Identifier, Moment, Quantity } from '#contract/ade.ts';

/** own: the external ids of the row, by their systems. */
const known = { identifiers: z.array(Identifier) };

export const AdeFeed = z
  .object({
    ...describeResource('icarFeedResource'),
    ...known,
    name: z.string(),
    type: Identifier,
    properties: z.array(z.object({ propertyIdentifier: Identifier, name: z.string(), value: z.number() })),
    active: z.boolean(),
  })
  .meta({ id: 'AdeFeed' });

export const AdeRation = z
  .object({
    ...describeResource('icarRationResource'),
    ...known,
    name: z.string(),
    feeds: z.array(z.object({ feedId: Identifier, percentage: z.number() })),
    active: z.boolean(),
  })
  .meta({ id: 'AdeRation' });

export const AdeFeedStorage = z
  .object({
    ...describeResource('icarFeedStorageResource'),
    ...known,
    name: z.string(),
    isActive: z.boolean(),
    feedId: z.string(),
    capacity: Quantity.optional(),
    quantityAvailable: Quantity,
  })
  .meta({ id: 'AdeFeedStorage' });

export const AdeDevice = z
  .object({ ...describeResource('icarDeviceResource'), ...known, name: z.string(), description: z.string(), isActive: z.boolean() })
  .meta({ id: 'AdeDevice' });

/** `member` is empty: groups have heads, and no single animals. `countObserved` is own: the present heads. */
export const AdeAnimalSet = z
  .object({
    ...describeResource('icarAnimalSetResource'),
    ...known,
    name: z.string(),
    purpose: z.literal('Feeding'),
    member: z.array(Identifier),
    countObserved: z.int(),
  })
  .meta({ id: 'AdeAnimalSet' });

export const TRANSACTION_KINDS = ['Receipt', 'Disposal', 'OnHand', 'Produce', 'StockTake', 'Use'] as const;

/** A move of stock. `quantity` is negative if feed left the store; `totalCost` has the same sign. */
export const AdeFeedTransaction = z
  .object({
    ...describeResource('icarFeedTransactionResource'),
    eventDateTime: Moment,
    transactionKind: z.enum(TRANSACTION_KINDS),
    quantity: z.number(),
    units: z.literal('KGM'),
    totalCost: z.number(),
    currency: z.string(),
    supplierName: z.string().optional(),
    remark: z.string().optional(),
    product: z.object({ identifier: Identifier, family: z.literal('Animal Feeds'), name: z.string() }),
  })
  .meta({ id: 'AdeFeedTransaction' });
