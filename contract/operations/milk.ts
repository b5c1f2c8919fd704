import { z } from 'zod';
import { Day, Id, Price, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** No group gives more a head and day, in kg: a milk figure beyond it is a slip. */
export const MOST_MILK_PER_HEAD = 100;
/** Percent of fat or protein beyond which nothing is milk. */
export const MOST_COMPONENT = 20;
const Component = z.number().nonnegative().max(MOST_COMPONENT).multipleOf(0.01);

/**
 * The milk of a day, in kg, with its fat and true protein in percent: of one group, or of the farm as a whole, which has no `group`. A day of a farm
 * has one or the other. `price` is what a kilogram of it was paid, where that isn't what the farm's milk prices come to.
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
 * What a farm is paid for milk from a day on: `base` for a kilogram of `base_fat` and `base_protein` percent, and `fat` and `protein` for each
 * kilogram of these that it has more, taken off for each that it has less.
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

/** Money for a kilogram of milk of such fat and protein, as a screen shows it while it is typed; reports add it up in SQL. */
export const milkPrice = (prices: Prices, { fat, protein }: { fat: number; protein: number }): number =>
  prices.base + ((fat - prices.base_fat) * prices.fat + (protein - prices.base_protein) * prices.protein) / 100;
