import { z } from 'zod';
import { Day, Id, Instant, Percent, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

export const DeliveryType = z.enum(['delivery', 'sale']);

/**
 * Feed received or sold: `value` in kg, `price` per kg. A delivery moves the stock's moving-average price; a sale's price is the
 * buyer's, and what leaves the stock is valued at the average. A change takes the old move back and posts the new one.
 */
export const deliveries = defineResource({
  id: 'deliveries',
  path: 'manager/deliveries',
  permission: 'delivery',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      delivery_type: DeliveryType,
      ...named('ingredient'),
      value: z.number(),
      price: z.number(),
      cost: z.number(),
      company: Id.nullable(),
      company_name: z.string().nullable(),
      delivered_at: z.string(),
      dry_matter: z.number().nullable(),
      note: z.string(),
      /** The paper that it is a line of. */
      document: Id.nullable(),
      document_number: z.string().nullable(),
      /** What it was ordered by. */
      order: Id.nullable(),
      version: Version,
    })
    .meta({ id: 'Delivery' }),
  create: z.object({
    farm: Id,
    delivery_type: DeliveryType,
    ingredient: Id,
    value: Weight.min(0.001),
    price: Price,
    company: Id.nullable().default(null),
    /** Of the same company and ingredient. A sale has none. */
    order: Id.nullable().default(null),
    delivered_at: Instant.optional(),
    dry_matter: Percent.nullable().optional(),
    note: text(1000).default(''),
  }),
  filters: {
    farm: IdList,
    delivery_type: listOf(DeliveryType),
    ingredient: IdList,
    company: IdList,
    document: IdList,
    order: IdList,
    delivered_after: Day.optional(),
    delivered_before: Day.optional(),
  },
  ordering: ['delivered_at', 'ingredient_name', 'company_name', 'value', 'price', 'cost', 'delivery_type'],
});

/** What the last deliveries of a feed usually were: medians of weight and price; without any, the feed's list price. null: nothing is known. */
export const UsualDelivery = z.object({ value: z.number().nullable(), price: z.number().nullable() }).meta({ id: 'UsualDelivery' });
export type UsualDelivery = z.infer<typeof UsualDelivery>;

export const usualDeliveryQuery = z.object({
  ingredient: z.coerce.number().pipe(Id),
  delivery_type: DeliveryType.default('delivery'),
  /** A delivery that isn't looked at: the one that changes. */
  except: z.coerce.number().pipe(Id).optional(),
});

export const UNUSUAL_FIELDS = ['value', 'price'] as const;
