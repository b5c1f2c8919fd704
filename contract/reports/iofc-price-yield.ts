import { z } from 'zod';
import { Day } from '#contract/kinds.ts';
import { REPORT_FILTERS } from './shape.ts';

/** Percent by which milk price and yield differ from those of the days that are asked for. */
export const PRICE_YIELD_STEPS = [-20, -10, 0, 10, 20] as const;

export const PriceYieldQuery = z.object({
  farm: REPORT_FILTERS.farm,
  planned_on_after: Day,
  planned_on_before: Day,
  animal_type: REPORT_FILTERS.animal_type,
  group: REPORT_FILTERS.group,
  price_basis: REPORT_FILTERS.price_basis,
});

/**
 * Income over feed cost a head and day at other milk prices and yields, feed as it was: `prices` are money for a kilogram, across, and `rows` the
 * yields, kilograms a head and day, down, each with its income by price. The steps are percent of what was.
 */
export const PriceYield = z
  .object({
    steps: z.array(z.number()),
    prices: z.array(z.number()),
    rows: z.array(z.object({ step: z.number(), milk_per_head: z.number(), iofc_per_head: z.array(z.number()) })),
    cost_per_head: z.number(),
  })
  .meta({ id: 'PriceYield' });
export type PriceYield = z.infer<typeof PriceYield>;
