import { z } from 'zod';
import { Instant } from './kinds.ts';

/**
 * Resources in the field names of ICAR Animal Data Exchange (github adewg/ICAR), version 1.3.2 with the resources planned for 1.4: group
 * feeding events and feed transactions. Fields that the standard doesn't have are marked as `own`.
 */

/** The scheme of Manger's own ids. Other schemes are the systems of external ids. */
export const ADE_SCHEME = 'manger';

export const Identifier = z.object({ id: z.string(), scheme: z.string() }).meta({ id: 'AdeIdentifier' });
export const Reference = z.object({ identifier: Identifier }).meta({ id: 'AdeReference' });
export const Quantity = z.object({ unitCode: z.literal('KGM'), value: z.number() }).meta({ id: 'AdeQuantity' });
export const Moment = z.iso.datetime();

const Meta = z.object({ source: z.string(), sourceId: z.string(), isDeleted: z.boolean(), modified: Moment }).meta({ id: 'AdeMeta' });

/** Fields of every resource. */
export const describeResource = <Type extends string>(type: Type) => ({
  resourceType: z.literal(type),
  id: z.string(),
  meta: Meta,
  location: Identifier,
});
/** A page of a collection. Links to other pages are absent where there are none. */
export const describeCollection = <Member extends z.ZodObject>(member: Member) =>
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
