import { z } from 'zod';
import { Id, Instant, LotNumber, Percent, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, listOf, named, Version } from '#contract/resource.ts';
import { StoredFile } from '#contract/stored-files.ts';
import { DeliveryType } from './deliveries.ts';
import { packsOfRow, wholePacks } from './packs.ts';

/** The unit of a price on the paper: a kilogram, a tonne, or the whole line. */
export const PricePer = z.enum(['kg', 'tonne', 'sum']);
export type PricePer = z.infer<typeof PricePer>;

const OfLine = z.object({
  id: Id.optional(),
  ingredient: Id,
  value: Weight.min(0.001).optional(),
  ...wholePacks,
  price_given: Price,
  price_per: PricePer.default('kg'),
  dry_matter: Percent.nullable().default(null),
  note: text(1000).default(''),
  /** If omitted, it stays unchanged. */
  lot: LotNumber.optional(),
  /** The order that it belongs to. If omitted, it stays unchanged. */
  order: Id.nullable().optional(),
});
/** A line: kilograms or packs of a feed at the paper's price, without VAT. With `id` it changes that delivery. */
export const DeliveryLine = OfLine.refine(({ value, packs }) => (value ?? packs ?? null) !== null, demanding('value'));

/** A sum of money on a paper. */
const PaperSum = z.number().nonnegative().max(99_999_999_999).multipleOf(0.01);

const DeliveryLineRow = OfLine.extend({
  id: Id,
  value: z.number(),
  ...packsOfRow,
  ingredient_name: z.string(),
  price: z.number(),
  amount: z.number(),
  lot: z.string(),
  order: Id.nullable(),
});

/**
 * A delivery or sale as on its paper: a head, and lines that are deliveries. Prices and the stock's value exclude VAT. `net`, `vat` and
 * `total` are sums of the paper's amounts; `paper_total` is the printed one.
 */
export const deliveryDocuments = defineResource({
  id: 'deliverydocuments',
  path: 'manager/deliveries/documents',
  permission: 'delivery',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      delivery_type: DeliveryType,
      number: z.string(),
      company: Id.nullable(),
      company_name: z.string().nullable(),
      delivered_at: z.string(),
      vat_percent: z.number().nullable(),
      gross_weight: z.number().nullable(),
      tare_weight: z.number().nullable(),
      paper_total: z.number().nullable(),
      note: z.string(),
      lines: z.array(DeliveryLineRow),
      files: z.array(StoredFile),
      weight: z.number(),
      net: z.number(),
      vat: z.number(),
      total: z.number(),
      version: Version,
    })
    .meta({ id: 'DeliveryDocument' }),
  create: z.object({
    farm: Id,
    delivery_type: DeliveryType.default('delivery'),
    number: text(60).default(''),
    company: Id.nullable().default(null),
    delivered_at: Instant.optional(),
    vat_percent: Percent.nullable().default(null),
    gross_weight: Weight.nullable().default(null),
    tare_weight: Weight.nullable().default(null),
    paper_total: PaperSum.nullable().default(null),
    note: text(1000).default(''),
    lines: z.array(DeliveryLine).min(1).max(200),
  }),
  filters: { farm: IdList, delivery_type: listOf(DeliveryType), company: IdList },
  ordering: ['delivered_at', 'number', 'company_name'],
});
