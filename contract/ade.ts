import { z } from 'zod';
import { Instant } from './kinds.ts';

/**
 * Resources in the field names of ICAR Animal Data Exchange (github adewg/ICAR), version 1.3.2 with the resources planned for 1.4: group
 * feeding events and feed transactions. Fields that the standard doesn't have are marked as `own`.
 */

/** The scheme of Manger's own ids. Other schemes are the systems of external ids. */
export const ADE_SCHEME = 'manger';

const Identifier = z.object({ id: z.string(), scheme: z.string() }).meta({ id: 'AdeIdentifier' });
const Reference = z.object({ identifier: Identifier }).meta({ id: 'AdeReference' });
const Quantity = z.object({ unitCode: z.literal('KGM'), value: z.number() }).meta({ id: 'AdeQuantity' });
const Moment = z.iso.datetime();

const Meta = z.object({ source: z.string(), sourceId: z.string(), isDeleted: z.boolean(), modified: Moment }).meta({ id: 'AdeMeta' });

const resource = <Type extends string>(type: Type) => ({
  resourceType: z.literal(type),
  id: z.string(),
  meta: Meta,
  location: Identifier,
});
/** own: the external ids of the row, by their systems. */
const known = { identifiers: z.array(Identifier) };

export const AdeFeed = z
  .object({
    ...resource('icarFeedResource'),
    ...known,
    name: z.string(),
    type: Identifier,
    properties: z.array(z.object({ propertyIdentifier: Identifier, name: z.string(), value: z.number() })),
    active: z.boolean(),
  })
  .meta({ id: 'AdeFeed' });

export const AdeRation = z
  .object({
    ...resource('icarRationResource'),
    ...known,
    name: z.string(),
    feeds: z.array(z.object({ feedId: Identifier, percentage: z.number() })),
    active: z.boolean(),
  })
  .meta({ id: 'AdeRation' });

export const AdeFeedStorage = z
  .object({
    ...resource('icarFeedStorageResource'),
    ...known,
    name: z.string(),
    isActive: z.boolean(),
    feedId: z.string(),
    capacity: Quantity.optional(),
    quantityAvailable: Quantity,
  })
  .meta({ id: 'AdeFeedStorage' });

export const AdeDevice = z
  .object({ ...resource('icarDeviceResource'), ...known, name: z.string(), description: z.string(), isActive: z.boolean() })
  .meta({ id: 'AdeDevice' });

/** `member` is empty: groups have heads, and no single animals. `countObserved` is own: the present heads. */
export const AdeAnimalSet = z
  .object({
    ...resource('icarAnimalSetResource'),
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
    ...resource('icarFeedTransactionResource'),
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

/**
 * One feeding of one group. `entitlement` is the plan and `feedConsumption` the delivered feed less what the group left. own: `delivered`,
 * `dryMatter` of the delivered feed, and `totalCost` in `currency`. A feeding that hasn't been unloaded has only `entitlement`.
 */
export const AdeGroupFeeding = z
  .object({
    ...resource('icarGroupFeedingEventResource'),
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

/** A page of a collection. Links to other pages are absent where there are none. */
export const collectionOf = <Member extends z.ZodObject>(member: Member) =>
  z.object({
    view: z.object({
      totalItems: z.int(),
      totalPages: z.int(),
      pageSize: z.int(),
      currentPage: z.int(),
      first: z.string(),
      prev: z.string().optional(),
      next: z.string().optional(),
      last: z.string(),
    }),
    member: z.array(member),
  });

/** A bound of a range, which may be in the future. */
const Bound = Instant.meta({ description: 'An instant with `Z` or its offset' });

/**
 * Paging, and the range of a row's last change. With `meta-modified-from`, the collection contains deleted rows, so that a copy can follow
 * them.
 */
export const AdeQuery = z.object({
  'meta-modified-from': Bound.optional(),
  'meta-modified-to': Bound.optional(),
  page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
  page_size: z.coerce.number().pipe(z.int().min(1).max(1000)).default(200),
});
export type AdeQuery = z.output<typeof AdeQuery>;

/** The range of events, as instants: each event's day at the farm decides. By default the last 31 days. */
export const AdeEventQuery = AdeQuery.extend({ 'start-date-time': Bound.optional(), 'end-date-time': Bound.optional() });
export type AdeEventQuery = z.output<typeof AdeEventQuery>;
