import { z } from 'zod';
import { Day, Id, Price, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Max kg of milk per head and day. A higher figure is a typing error. */
export const MAX_MILK_PER_HEAD = 100;
/** Max percent of fat or protein in milk. */
export const MAX_COMPONENT = 20;
const Component = z.number().nonnegative().max(MAX_COMPONENT).multipleOf(0.01);

/**
 * The milk of a day in kg, with fat and true protein in percent: of one group, or of the whole farm without `group`. A day of a farm has
 * one or the other. `price` is the paid price per kilogram, if it differs from the farm's milk prices.
 */
export const milk = defineResource({
  id: 'milk',
  final: true,
  path: 'manager/milk',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      group: Id.nullable(),
      group_name: z.string().nullable(),
      day: Day,
      kg: z.number(),
      fat: z.number(),
      protein: z.number(),
      price: z.number().nullable(),
      version: Version,
    })
    .meta({ id: 'Milk' }),
  create: z.object({
    farm: Id,
    group: Id.nullable().default(null),
    day: Day,
    kg: Weight.min(0.001),
    fat: Component,
    protein: Component,
    price: Price.nullable().default(null),
  }),
  filters: { farm: IdList, group: IdList, day: Day.optional(), day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['day', 'group_name', 'kg'],
});

/**
 * A farm's milk price from a day on: `base` per kilogram with `base_fat` and `base_protein` percent, and `fat` and `protein` per kilogram
 * above or below these.
 */
export const milkPrices = defineResource({
  id: 'milkprices',
  final: true,
  path: 'manager/milkprices',
  permission: 'stock',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      from: Day,
      base: z.number(),
      fat: z.number(),
      protein: z.number(),
      base_fat: z.number(),
      base_protein: z.number(),
      version: Version,
    })
    .meta({ id: 'MilkPrice' }),
  create: z.object({
    farm: Id,
    from: Day,
    base: Price,
    fat: Price.default(0),
    protein: Price.default(0),
    base_fat: Component.default(0),
    base_protein: Component.default(0),
  }),
  filters: { farm: IdList },
  ordering: ['from', 'base'],
});

type Prices = Pick<z.output<(typeof milkPrices)['row']>, 'base' | 'fat' | 'protein' | 'base_fat' | 'base_protein'>;

/** Money per kilogram of milk of this fat and protein, for screens while typing. Reports compute it in SQL. */
export const milkPrice = (prices: Prices, { fat, protein }: { fat: number; protein: number }): number =>
  prices.base + ((fat - prices.base_fat) * prices.fat + (protein - prices.base_protein) * prices.protein) / 100;
