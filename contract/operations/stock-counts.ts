import { z } from 'zod';
import { Day, Id, Instant, text, Weight } from '#contract/kinds.ts';
import { demanding, named } from '#contract/resource.ts';

/**
 * What a count will be compared with: `expected` by the ledger at that moment, and `held`, what there was to lose since
 * the count before (the rest then + what came in).
 */
export const StockExpected = z.object({ ingredient: Id, expected: z.number(), held: z.number() }).meta({ id: 'StockExpected' });
export const stockExpectedQuery = z.object({ ingredient: z.coerce.number().pipe(Id), counted_at: Instant.optional() });

/**
 * What was really found of an ingredient, in kg; the ledger gets the difference. What was measured instead of weighed has `volume` in m³ and `density` in
 * kg/m³, without which it is that of silage of the feed's dry matter (`pitDensity`).
 */
export const StockCount = z
  .object({
    ingredient: Id,
    weight: Weight.optional(),
    volume: z.number().positive('min_val').max(1_000_000).multipleOf(0.0001).optional(),
    density: z.number().positive('min_val').max(3000).multipleOf(0.0001).optional(),
    counted_at: Instant.optional(),
    note: text(1000).default(''),
  })
  .refine(({ volume, density }) => volume !== undefined || density === undefined, demanding('volume'))
  .refine(({ weight, volume, density }) => [weight, volume, density].some((value) => value !== undefined), demanding('weight'));

/**
 * `difference` = counted − expected, in kg: negative when feed is missing. `shrink` is that in percent of what there was to lose since the
 * count before: (the rest then + what came in); null when that is nothing.
 */
export const StockCounted = z
  .object({
    ingredient: Id,
    expected: z.number(),
    weight: z.number(),
    difference: z.number(),
    shrink: z.number().nullable(),
    counted_at: z.string(),
  })
  .meta({ id: 'StockCounted' });

/**
 * A feed of the stock as its count sheet has it: what the ledger expects at that moment (`expected`), what there was to lose since its count
 * before (`held`), and at what a kilogram of difference is posted (`price`).
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
    /** Of the count before; null: there was none. */
    counted_on: Day.nullable(),
  })
  .meta({ id: 'StockSheetRow' });
/**
 * A feed's count is due so many days after the last one or, never counted, after its first move, as long as something lies there or it moved
 * within as many days.
 */
export const COUNT_DUE_DAYS = 31;
/** A store in which counts are due: of how many feeds, and how long ago the oldest of their last counts was (null: one of them never had any). */
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
 * A stock's counts of one moment, posted together or not at all. `expected` is what the ledger said when the person saw it: where it says
 * something else by now, the sheet is refused at that row.
 */
export const StockSheet = z.object({
  counted_at: Instant.optional(),
  note: text(1000).default(''),
  counts: z
    .array(z.object({ ingredient: Id, weight: Weight, expected: z.number().optional() }))
    .min(1)
    .max(1000),
});

/** What a sheet posted: each count with the price and the money of its difference. */
export const StockSheetCounted = z
  .object({ counted_at: z.string(), counts: z.array(StockCounted.extend({ price: z.number(), value: z.number() })) })
  .meta({ id: 'StockSheetCounted' });
