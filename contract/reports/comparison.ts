import { z } from 'zod';
import { Day } from '#contract/kinds.ts';

/** With less of the base's days having facts than this percentage, no change is shown. */
export const LEAST_COVERAGE = 80;

/** Why no change is shown: the base has no facts at all, or too few of its days have. */
export const COMPARISON_REASONS = ['no_facts', 'few_facts'] as const;

/** What a difference column stands for: the figure of the base, the change from it, and the change in percent of it. */
export const COMPARED_AS = ['base', 'change', 'percent'] as const;
export type Compared = (typeof COMPARED_AS)[number];

/** The key of a difference column, in rows, totals and points of charts: `base.cost`, `change.cost`, `percent.cost`. */
export const comparedKey = (compared: Compared, key: string) => `${compared}.${key}`;

const Figures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * What figures are compared with: the range from `planned_on_after` to `planned_on_before`. `days` counts the days of each farm that had facts
 * in either range, `days_with_facts` those of the base that have them, `coverage` what percentage these are. Under 80 no change is shown, and
 * `reason` says why.
 */
export const Base = z.object({
  planned_on_after: Day,
  planned_on_before: Day,
  days: z.int(),
  days_with_facts: z.int(),
  coverage: z.number(),
  reason: z.enum(COMPARISON_REASONS).nullable(),
});
export type Base = z.infer<typeof Base>;

/** What a report is compared with: the same report over its base. `totals` and `tiles` are those of the base, also where no change is shown. */
export const Comparison = Base.extend({
  with: z.enum(['previous', 'last_year']),
  totals: Figures,
  tiles: Figures,
});
export type Comparison = z.infer<typeof Comparison>;
