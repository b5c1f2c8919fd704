import { z } from 'zod';
import { Id, Instant, Percent, Price, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { DeliveryType } from './deliveries.ts';

/** What a price on the paper is of: a kilogram, a tonne, or all of the line. */
export const PricePer = z.enum(['kg', 'tonne', 'sum']);
export type PricePer = z.infer<typeof PricePer>;

/** A line: so much of a feed at the price that the paper has, without VAT. With `id` it is that delivery, changed. */
export const DeliveryLine = z.object({
  id: Id.optional(),
  ingredient: Id,
  value: Weight.min(0.001),
  price_given: Price,
  price_per: PricePer.default('kg'),
  dry_matter: Percent.nullable().default(null),
  note: text(1000).default(''),
  /** The order that it is part of; where nothing is said of it, it stays as it is. */
  order: Id.nullable().optional(),
});

/** Money as a paper sums it up. */
const PaperSum = z.number().nonnegative().max(99_999_999_999).multipleOf(0.01);

const DeliveryLineRow = DeliveryLine.extend({
  id: Id,
  ingredient_name: z.string(),
  price: z.number(),
  amount: z.number(),
  order: Id.nullable(),
});

/** A scan or photograph of the paper; what it is was told by its first bytes. */
export const DeliveryFile = z
  .object({ id: Id, name: z.string(), type: z.string(), size: z.int(), made_at: z.string() })
  .meta({ id: 'DeliveryFile' });
export type DeliveryFile = z.infer<typeof DeliveryFile>;

/** A file at most, and all of a client's together, in bytes. */
export const MOST_OF_FILE = 10 * 1024 * 1024;
export const MOST_OF_FILES = 1024 * 1024 * 1024;
/** Files of one paper. */
export const MOST_FILES = 20;
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const;

/**
 * A delivery or sale as its paper has it: one head, and lines that are deliveries. Prices are without VAT, and so is what the stock is worth;
 * `net`, `vat` and `total` are sums of the amounts that stand on the paper, `paper_total` is the one that is printed there.
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
      files: z.array(DeliveryFile),
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

export const deliveryFileQuery = z.object({ name: text(200).pipe(z.string().min(1)) });
