import { z } from 'zod';
import { Day, Id, Price } from '#contract/kinds.ts';
import { demanding } from '#contract/resource.ts';
import { RationBasis } from './operations/ration-items.ts';

/** Max feeds and limits of an optimisation. */
const MAX_FEEDS = 200;
const MAX_LIMITS = 100;

/** Kilograms as fed per head and day. */
const Amount = z.number().nonnegative('min_val').max(99_999).multipleOf(0.000001);
const Bound = z.number().nonnegative('min_val').max(1_000_000).multipleOf(0.000001).nullable().default(null);

const bounds = { ingredient: Id, min: Amount.default(0), max: Amount.nullable().default(null) };
const isRising = ({ min, max }: { min?: number; max?: number | null }) => max === null || max === undefined || (min ?? 0) <= max;
const RISING = { path: ['max'], error: 'invalid_value' };

/** A feed that the ration may contain. Without a price, the feed's own price counts. */
export const OptimiseFeed = z.object({ ...bounds, price: Price.nullish() }).refine(isRising, RISING);
export type OptimiseFeed = z.infer<typeof OptimiseFeed>;

/** `head`: amount per head and day. `dry`, `fresh`: content in dry matter or as fed. */
export const LIMIT_BASES = ['head', 'dry', 'fresh'] as const;
const sides = { min: Bound, max: Bound };

/**
 * A limit of the ration. `nutrient` is in the nutrient's unit, per head as in `norms`; `ratio` divides the amounts of two nutrients;
 * `dry_matter` and `weight` are kilograms per head; `feeds` is a group of feeds, per head or in percent of the load.
 */
export const Limit = z
  .discriminatedUnion('of', [
    z.object({ of: z.literal('nutrient'), nutrient: Id, per: z.enum(LIMIT_BASES).default('dry'), ...sides }),
    z.object({ of: z.literal('ratio'), nutrient: Id, to: Id, ...sides }),
    z.object({ of: z.literal('dry_matter'), ...sides }),
    z.object({ of: z.literal('weight'), ...sides }),
    z.object({ of: z.literal('feeds'), feeds: z.array(Id).min(1).max(MAX_FEEDS), per: RationBasis.default('head_fresh'), ...sides }),
  ])
  .refine(({ min, max }) => (min ?? max ?? null) !== null, demanding('min'))
  .refine(({ min, max }) => (min ?? null) === null || (max ?? null) === null || Number(min) <= Number(max), {
    path: ['max'],
    error: 'invalid_value',
  });
export type Limit = z.infer<typeof Limit>;

export const LIMIT_SIDES = ['min', 'max'] as const;
const Side = z.enum(LIMIT_SIDES);

/**
 * A feed of the answer. `worth` is the price up to which a feed of the ration stays in, or at which another one comes in; null if the limits
 * need the feed, or if it doesn't even come in at a price of 0. `saving` is the cost per head that the feed saves; null if the limits need it.
 * `exact` is the amount as a fraction.
 */
const OptimalFeed = z.object({
  ingredient: Id,
  price: z.number(),
  amount: z.number(),
  dry_matter: z.number(),
  is_in: z.boolean(),
  worth: z.number().nullable(),
  saving: z.number().nullable(),
  exact: z.string(),
});
export type OptimalFeed = z.infer<typeof OptimalFeed>;

/** A limit of the answer: its value, the side that is reached, and the change of the cost per head for one unit more of the limit. */
const OptimalLimit = z.object({ value: z.number().nullable(), side: Side.nullable(), shadow_price: z.number() });
export type OptimalLimit = z.infer<typeof OptimalLimit>;

/** A limit (or a feed's own bound) of a contradiction, by position. */
const Contradicting = z.object({ limit: z.int().nullable(), feed: z.int().nullable(), side: Side });
export type Contradicting = z.infer<typeof Contradicting>;
/** The value that a limit has to allow. */
const LimitChange = z.object({ limit: z.int(), side: Side, value: z.number() });
export type LimitChange = z.infer<typeof LimitChange>;

/** A price at which the ration changes: the cost per head at the price, and the amounts above it. */
const Corner = z.object({
  price: z.number(),
  cost: z.number(),
  amounts: z.array(z.object({ ingredient: Id, amount: z.number() })),
});
export type Corner = z.infer<typeof Corner>;

/**
 * The cheapest ration, or the contradiction. `proved` is true if exact fractions prove it; `cost` of the certificate is the exact cost per
 * head. `contradicting` has no superfluous limit; `changes` is the least change, in percent of the limits, that allows a ration.
 */
export const LeastCost = z
  .object({
    status: z.enum(['optimal', 'infeasible']),
    cost: z.number().nullable(),
    feeds: z.array(OptimalFeed).nullable(),
    limits: z.array(OptimalLimit).nullable(),
    certificate: z.object({ cost: z.string().nullable(), proved: z.literal(true) }),
    price_line: z.object({ ingredient: Id, corners: z.array(Corner) }).nullable(),
    contradicting: z.array(Contradicting).nullable(),
    changes: z.array(LimitChange).nullable(),
  })
  .meta({ id: 'LeastCost' });
export type LeastCost = z.infer<typeof LeastCost>;

/** The request: feeds that the ration may contain, its limits, and the heads that eat it. `price_line` is a feed of the list. */
export const OptimiseBody = z.object({
  feeds: z.array(OptimiseFeed).min(1).max(MAX_FEEDS),
  limits: z.array(Limit).min(1).max(MAX_LIMITS),
  head: z.int().positive('min_val').max(1_000_000).default(1),
  day: Day.optional(),
  price_line: Id.nullable().default(null),
});
export type OptimiseBody = z.output<typeof OptimiseBody>;

/** Days of a year in `cost_year` and `saving_year`. */
export const DAYS_OF_YEAR = 365;

/**
 * The answer with the present ration at the same prices. `day` is the day of prices and analyses; `cost_year` and `saving_year` are those of
 * all heads. A limit's value is null if a feed of the present ration has no analysis.
 */
export const OptimiseAnswer = LeastCost.extend({
  day: Day,
  cost_year: z.number().nullable(),
  saving_year: z.number().nullable(),
  present: z.object({
    cost: z.number(),
    feeds: z.array(z.object({ ingredient: Id, amount: z.number() })),
    limits: z.array(z.number().nullable()),
  }),
}).meta({ id: 'OptimisedRation' });
export type OptimiseAnswer = z.infer<typeof OptimiseAnswer>;

/** Feeds, limits and heads that a ration's least cost remembers. Prices aren't remembered: those of the day and of offers count. */
export const RationLimits = z.object({
  feeds: z.array(z.object(bounds).refine(isRising, RISING)).max(MAX_FEEDS),
  limits: z.array(Limit).max(MAX_LIMITS),
  head: z.int().positive('min_val').max(1_000_000).default(1),
});
export type RationLimits = z.output<typeof RationLimits>;

/** The remembered limits, empty before the first run. `planned_heads` are the heads of the groups that active periods feed with the ration. */
export const RememberedLimits = z
  .object({
    feeds: z.array(z.object({ ingredient: Id, min: z.number(), max: z.number().nullable() })),
    limits: z.array(Limit),
    head: z.int().nullable(),
    planned_heads: z.int(),
  })
  .meta({ id: 'RationLimits' });
export type RememberedLimits = z.infer<typeof RememberedLimits>;
