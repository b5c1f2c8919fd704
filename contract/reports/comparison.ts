import { z } from 'zod';
import { Day } from '#contract/kinds.ts';

/** Below this percentage of the base's days with facts, no change is shown. */
export const LEAST_COVERAGE = 80;

/** The reason for no change: the base has no facts, or facts on too few days. */
export const COMPARISON_REASONS = ['no_facts', 'few_facts'] as const;

/** Kinds of difference columns: the base's figure, the change, and the change in percent. */
export const COMPARED_AS = ['base', 'change', 'percent'] as const;
export type Compared = (typeof COMPARED_AS)[number];

/** The key of a difference column in rows, totals and charts: `base.cost`, `change.cost`, `percent.cost`. */
export const comparedKey = (compared: Compared, key: string) => `${compared}.${key}`;

const Figures = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * The comparison period, from `planned_on_after` to `planned_on_before`. `days` counts the days of each farm with facts in either range,
 * `days_with_facts` those of the base, and `coverage` is their percentage. Below 80 no change is shown, and `reason` states why.
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

/** The same report over its comparison period. `totals` and `tiles` are the base's, also if no change is shown. */
export const Comparison = Base.extend({
  with: z.enum(['previous', 'last_year']),
  totals: Figures,
  tiles: Figures,
});
export type Comparison = z.infer<typeof Comparison>;
