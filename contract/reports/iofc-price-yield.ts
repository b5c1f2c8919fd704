import { z } from 'zod';
import { Day } from '#contract/kinds.ts';
import { REPORT_FILTERS } from './shape.ts';

/** Changes of milk price and yield in percent of the selected days' values. */
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
 * Income over feed cost per head and day at other milk prices and yields, with unchanged feed. `prices` are money per kilogram (columns),
 * `rows` are yields in kilograms per head and day, each with its income by price. Steps are percent of the real values.
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
