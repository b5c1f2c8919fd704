import { z } from 'zod';
import { Base } from './comparison.ts';
import { COST_CAUSES } from './cost-change.ts';
import { REPORT_IDS } from './index.ts';
import { Note, ReportAlert, ReportFilters } from './shape.ts';

/** Where a figure of home comes from: that report, asked with these filters, has it. */
const Source = { report: z.enum(REPORT_IDS), filters: ReportFilters };
const Figure = z.number().nullable();

/** `cost` and `cost_per_head` are the report's tiles of these names; `base` says what `previous_cost` is of, and why no change is shown. */
const Cost = z.object({ ...Source, cost: Figure, cost_per_head: Figure, previous_cost: Figure, base: Base.nullable() });
/** `causes`: the largest of the change, as the report's rows of these names have them; none where no change is shown. */
const ExplainedCost = Cost.extend({
  causes: z.array(z.object({ cause: z.enum(COST_CAUSES), cost_effect: z.number(), cost_effect_total: z.number(), ...Source })),
});

/** What is left of the milk money, of all days of the last seven that have both milk and feed, a head and day; `previous_` of the seven before. */
const Milk = z.object({ ...Source, iofc_per_head: Figure, previous_iofc_per_head: Figure, milk_per_head: Figure, base: Base });

/**
 * Days are whole at every farm. `month`: from the first of yesterday's month to yesterday, against the same days of the month before, which is
 * `last_month` as a whole. `milk` stands where there is some and the caller may see the report that it is from.
 */
export const HomeCost = z
  .object({ yesterday: Cost, month: ExplainedCost, last_month: Cost, milk: Milk.nullable() })
  .meta({ id: 'HomeCost' });
export type HomeCost = z.infer<typeof HomeCost>;

/** What is wrong now and in the last seven whole days, what costs most first. `not_recorded`: the report's note of plans without facts. */
export const HomeWrong = z.object({ ...Source, alerts: z.array(ReportAlert), not_recorded: Note.nullable() }).meta({ id: 'HomeWrong' });
export type HomeWrong = z.infer<typeof HomeWrong>;

/** Farms beside each other over the last seven whole days, the dearest dry matter first. */
export const HomeFarms = z
  .object({
    ...Source,
    rows: z.array(
      z.object({
        farm: z.int(),
        farm_name: z.string(),
        cost_per_head: Figure,
        cost_per_dry_matter: Figure,
        loading_accuracy: Figure,
        ...Source,
      }),
    ),
  })
  .meta({ id: 'HomeFarms' });
export type HomeFarms = z.infer<typeof HomeFarms>;

/** Of so many percent a group's intake has changed. */
export const LEAST_INTAKE_CHANGE = 5;

/** Groups whose dry matter a head changed most, the last seven whole days against the seven before; none where `base` has a reason. */
export const HomeIntakes = z
  .object({
    ...Source,
    base: Base,
    rows: z.array(
      z.object({ group: z.int(), group_name: z.string(), dmi: z.number(), previous_dmi: z.number(), percent: z.number(), ...Source }),
    ),
  })
  .meta({ id: 'HomeIntakes' });
export type HomeIntakes = z.infer<typeof HomeIntakes>;

/**
 * The clients of who works for several, over the last seven whole days of each, in its own currency: who has recorded nothing first, then by the
 * worst of what is wrong. Figures are the totals of the client's own comparison of farms; `signals`, how many lines its block of what is wrong has.
 */
export const HomeBoard = z
  .object({
    rows: z.array(
      z.object({
        client: z.int(),
        client_name: z.string(),
        currency: z.string(),
        recorded: z.boolean(),
        cost_per_dry_matter: Figure,
        loading_accuracy: Figure,
        leftovers_percent: Figure,
        days_of_stock: Figure,
        ...Source,
        signals: z.int(),
        worst: ReportAlert.pick({ code: true, count: true }).nullable(),
        wrong: z.object(Source),
      }),
    ),
  })
  .meta({ id: 'HomeBoard' });
export type HomeBoard = z.infer<typeof HomeBoard>;
