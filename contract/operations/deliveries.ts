import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Day, Id, Instant, LotNumber, Percent, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, listOf, named, Version } from '#contract/resource.ts';
import { packsOfRow, wholePacks } from './packs.ts';

export const DeliveryType = z.enum(['delivery', 'sale']);

/**
 * Feed received or sold: `value` in kg (or `packs`), `price` per kg. A delivery changes the moving-average price; a sale has the buyer's price, but
 * leaves stock at the average. A change reverses the old move and posts a new one.
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
      ...packsOfRow,
      price: z.number(),
      cost: z.number(),
      company: Id.nullable(),
      company_name: z.string().nullable(),
      delivered_at: z.string(),
      dry_matter: z.number().nullable(),
      lot: z.string(),
      note: z.string(),
      /** The delivery document of the line. */
      document: Id.nullable(),
      document_number: z.string().nullable(),
      /** The order that it belongs to. */
      order: Id.nullable(),
      ...externalRow,
      version: Version,
    })
    .meta({ id: 'Delivery' }),
  create: z
    .object({
      farm: Id,
      delivery_type: DeliveryType,
      ingredient: Id,
      value: Weight.min(0.001).optional(),
      ...wholePacks,
      price: Price,
      company: Id.nullable().default(null),
      /** An order of the same company and ingredient. A sale has none. */
      order: Id.nullable().default(null),
      delivered_at: Instant.optional(),
      dry_matter: Percent.nullable().optional(),
      lot: LotNumber.default(''),
      note: text(1000).default(''),
      ...externalInput,
    })
    .refine(({ value, packs }) => (value ?? packs ?? null) !== null, demanding('value')),
  filters: {
    farm: IdList,
    delivery_type: listOf(DeliveryType),
    ingredient: IdList,
    company: IdList,
    document: IdList,
    order: IdList,
    delivered_after: Day.optional(),
    delivered_before: Day.optional(),
    ...externalFilter,
  },
  ordering: ['delivered_at', 'ingredient_name', 'company_name', 'value', 'price', 'cost', 'delivery_type'],
});

/** Medians of weight and price of a feed's latest deliveries; without deliveries, the list price; null if nothing is known. */
export interface UsualDelivery {
  value: number | null;
  price: number | null;
}

export const UNUSUAL_FIELDS = ['value', 'price'] as const;
