import { z } from 'zod';
import { Day, Id, Instant, text, Weight } from '#contract/kinds.ts';
import { demanding, named } from '#contract/resource.ts';
import { halfPacks, packsOfRow } from './packs.ts';

/**
 * Basis of a count: `expected` by the ledger at that moment, and `held`, the possible loss since the previous count (rest then + receipts).
 */
export const StockExpected = z.object({ ingredient: Id, expected: z.number(), held: z.number() }).meta({ id: 'StockExpected' });
export const stockExpectedQuery = z.object({ ingredient: z.coerce.number().pipe(Id), counted_at: Instant.optional() });

/**
 * The counted quantity of an ingredient in kg, or its packs; the ledger gets the difference. A measurement has `volume` in m³ and `density` in kg/m³, by
 * default that of silage of the feed's dry matter (`pitDensity`).
 */
export const StockCount = z
  .object({
    ingredient: Id,
    weight: Weight.optional(),
    ...halfPacks,
    volume: z.number().positive('min_val').max(1_000_000).multipleOf(0.0001).optional(),
    density: z.number().positive('min_val').max(3000).multipleOf(0.0001).optional(),
    counted_at: Instant.optional(),
    note: text(1000).default(''),
  })
  .refine(({ volume, density }) => volume !== undefined || density === undefined, demanding('volume'))
  .refine(
    ({ weight, packs, volume, density }) => [weight, packs ?? undefined, volume, density].some((value) => value !== undefined),
    demanding('weight'),
  );

/**
 * `difference` = counted − expected in kg, negative for missing feed. `shrink` is its percentage of the possible loss since the previous
 * count (rest then + receipts); null if that is nothing.
 */
export const StockCounted = z
  .object({
    ingredient: Id,
    expected: z.number(),
    weight: z.number(),
    ...packsOfRow,
    difference: z.number(),
    shrink: z.number().nullable(),
    counted_at: z.string(),
  })
  .meta({ id: 'StockCounted' });

/**
 * A feed on its stock's count sheet: the ledger's quantity at that moment (`expected`), the possible loss since the previous count
 * (`held`), and the price of a kilogram of difference (`price`).
 */
export const StockSheetRow = z
  .object({
    ingredient: Id,
    name: z.string(),
    type_name: z.string(),
    item_number: z.string(),
    ...named('farm'),
    expected: z.number(),
    held: z.number(),
    price: z.number(),
    /** Day of the previous count; null without one. */
    counted_on: Day.nullable(),
    /** The feed's packs with their weights of that day. */
    packs: z.array(z.object({ name: z.string(), kg: z.number() })),
  })
  .meta({ id: 'StockSheetRow' });
/** Days after the last count (or after the first move) from which a count is due, if the feed has stock or moved within as many days. */
export const COUNT_DUE_DAYS = 31;
/** A store with due counts: their number, and the days since the oldest last count (null if a feed was never counted). */
export const CountsDue = z
  .object({
    stock: Id,
    name: z.string(),
    ...named('company'),
    farm_name: z.string().nullable(),
    feeds: z.int(),
    counted_on: Day.nullable(),
    days: z.int(),
  })
  .meta({ id: 'CountsDue' });
export const stockSheetQuery = z.object({ counted_at: Instant.optional() });

/**
 * A stock's counts of one moment, all or nothing. `expected` is the ledger's quantity that the person saw: if it has changed, the sheet is
 * refused at that row.
 */
export const StockSheet = z.object({
  counted_at: Instant.optional(),
  note: text(1000).default(''),
  counts: z
    .array(
      z
        .object({ ingredient: Id, weight: Weight.optional(), ...halfPacks, expected: z.number().optional() })
        .refine(({ weight, packs }) => (weight ?? packs ?? null) !== null, demanding('weight')),
    )
    .min(1)
    .max(1000),
});

/** The posted counts of a sheet, with price and money of each difference. */
export const StockSheetCounted = z
  .object({ counted_at: z.string(), counts: z.array(StockCounted.extend({ price: z.number(), value: z.number() })) })
  .meta({ id: 'StockSheetCounted' });
