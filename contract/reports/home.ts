import { z } from 'zod';
import { Day } from '#contract/kinds.ts';
import { Base } from './comparison.ts';
import { REPORT_IDS } from './index.ts';
import { Note, ReportAlert, ReportFilters, Series } from './shape.ts';

/** The source of a figure on home: the report and the filters that give it. */
const Source = { report: z.enum(REPORT_IDS), filters: ReportFilters };
const Figure = z.number().nullable();

/**
 * `cost` and `cost_per_head` are the report's tiles with these names; `base` is the period of `previous_cost`, and the reason if no change
 * is shown.
 */
const Cost = z.object({ ...Source, cost: Figure, cost_per_head: Figure, previous_cost: Figure, base: Base.nullable() });
/** `waterfall` is the report's chart of the causes of the change; null if no change is shown. */
const ExplainedCost = Cost.extend({ waterfall: Series.nullable() });

/**
 * Income over feed cost per head and day over those of the last seven days that have both milk and feed; `previous_` is that of the seven
 * days before.
 */
const Milk = z.object({ ...Source, iofc_per_head: Figure, previous_iofc_per_head: Figure, milk_per_head: Figure, base: Base });

/**
 * Days are finished at every farm. `month` is from the first of yesterday's month to yesterday, compared with the same days of the month
 * before; `last_month` is that month as a whole. `milk` is present if there is milk and the caller may see its report.
 */
export const HomeCost = z
  .object({ yesterday: Cost, month: ExplainedCost, last_month: Cost, milk: Milk.nullable() })
  .meta({ id: 'HomeCost' });
export type HomeCost = z.infer<typeof HomeCost>;

/** Days of a headline figure. Its line shows as many days before them, which the figure is compared with. */
export const TREND_DAYS = 30;
/** Headline figures of home: tiles of their reports, from left to right. */
export const TREND_FIGURES = ['cost_per_head', 'iofc_per_head', 'efficiency'] as const;

/** `value` and `previous` are the report's tile of the last 30 whole days and of the 30 before. `days` are the values by day over both; days without a value are missing. */
export const HomeTrends = z
  .object({
    figures: z.array(
      z.object({
        ...Source,
        key: z.enum(TREND_FIGURES),
        value: Figure,
        previous: Figure,
        base: Base,
        days: z.array(z.object({ day: Day, value: z.number() })),
      }),
    ),
  })
  .meta({ id: 'HomeTrends' });
export type HomeTrends = z.infer<typeof HomeTrends>;

/**
 * Current faults and those of the last seven finished days, the most expensive first. `not_recorded` is the report's note on plans without
 * facts. `webhooks` are the disabled ones that the caller may activate, with the address and farm of the latest; null without any.
 */
export const HomeWrong = z
  .object({
    ...Source,
    alerts: z.array(ReportAlert),
    not_recorded: Note.nullable(),
    webhooks: z.object({ count: z.int(), url: z.string(), farm: z.int(), company: z.int() }).nullable(),
  })
  .meta({ id: 'HomeWrong' });
export type HomeWrong = z.infer<typeof HomeWrong>;

/** The values of a figure by day. Days without a value are missing. */
const Course = z.array(z.object({ day: Day, value: z.number() }));

/** The farms compared over the last seven finished days, the most expensive dry matter first. `days` is the cost per head over 60 days. */
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
        days: Course,
        ...Source,
      }),
    ),
  })
  .meta({ id: 'HomeFarms' });
export type HomeFarms = z.infer<typeof HomeFarms>;

/** Percent. A smaller change of a group's intake is not shown. */
export const LEAST_INTAKE_CHANGE = 5;

/**
 * Groups whose dry matter a head changed most, the last seven whole days against the seven before; none where `base` has a reason. `nutrients`
 * is the report of yesterday's nutrients; null without norms or without the right to it.
 */
export const HomeIntakes = z
  .object({
    ...Source,
    base: Base,
    nutrients: z.object(Source).nullable(),
    rows: z.array(
      z.object({ group: z.int(), group_name: z.string(), dmi: z.number(), previous_dmi: z.number(), percent: z.number(), ...Source }),
    ),
  })
  .meta({ id: 'HomeIntakes' });
export type HomeIntakes = z.infer<typeof HomeIntakes>;

/**
 * The clients of a person who works for several, over the last seven finished days of each (or today, if only today has records), in its own
 * currency. Clients without records come first, then those with the gravest fault. Figures are the totals of the client's own comparison of
 * farms; `signals` is the number of lines in its block of faults.
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
        /** Cost per head over 60 days. */
        days: Course,
        ...Source,
        signals: z.int(),
        worst: ReportAlert.pick({ code: true, count: true }).nullable(),
        wrong: z.object(Source),
      }),
    ),
  })
  .meta({ id: 'HomeBoard' });
export type HomeBoard = z.infer<typeof HomeBoard>;
