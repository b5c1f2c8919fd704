import { z } from 'zod';
import { Id, Instant, Price, text } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

/** 12 months of 12 groups of 60 feeds. */
export const MOST_BUDGET_LINES = 9_000;
const Percentage = z.number().min(-100).max(1000).multipleOf(0.01);

/** What one group, or all of an animal type that has no lines by group, is to get of a feed in a month: `heads` on its mean day. */
export const BudgetLine = z.object({
  group: Id.nullable().default(null),
  animal_type: Id.nullable().default(null),
  ingredient: Id,
  month: z.int().min(1).max(12),
  heads: z.number().nonnegative().max(1_000_000).multipleOf(0.01),
  kg_per_head_day: z.number().nonnegative().max(1000).multipleOf(0.000001),
  price: Price,
});
export type BudgetLine = z.output<typeof BudgetLine>;

export const BudgetLineRow = BudgetLine.extend({
  group_name: z.string().nullable(),
  animal_type_name: z.string().nullable(),
  ingredient_name: z.string(),
});
export type BudgetLineRow = z.output<typeof BudgetLineRow>;

const BUDGET_STATES = ['draft', 'approved'] as const;

const create = z.object({
  farm: Id,
  year: z.int().min(2000).max(2100),
  /** Why there is another edition after an approved one; the first needs none. */
  reason: text(1000).default(''),
  /** Not given after an approved edition: its lines. */
  lines: z.array(BudgetLine).max(MOST_BUDGET_LINES).optional(),
});

/**
 * What a farm's feed is to cost in a year. A draft is approved, and never changes from then on; another edition of the year takes its place, and says
 * why. A farm has one draft of a year.
 */
export const budgets = defineResource({
  id: 'budgets',
  final: true,
  path: 'manager/budgets',
  permission: 'additional',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      year: z.int(),
      /** 1 is the year's first. */
      edition: z.int(),
      state: z.enum(BUDGET_STATES),
      reason: z.string(),
      approved_at: Instant.nullable(),
      approved_by: z.string().nullable(),
      /** Over all lines: kg, and what they cost, each rounded by itself. */
      kg: z.number(),
      cost: z.number(),
      /** Of one budget; a list has none. */
      lines: z.array(BudgetLineRow).optional(),
      version: Version,
    })
    .meta({ id: 'Budget' }),
  create,
  filters: { farm: IdList, year: z.coerce.number().pipe(z.int()).optional(), state: listOf(z.enum(BUDGET_STATES)) },
  ordering: ['year', 'edition', 'farm_name'],
});

/** What fills a draft: what was fed in the last such months that are over, or what the active plan feeds a day; its lines take the place of those that it has. */
export const BudgetFrom = z.object({
  source: z.enum(['facts', 'plan']),
  by: z.enum(['group', 'animal_type']).default('group'),
  /** Percent more, or less, heads and money for a kilogram. */
  heads_growth: Percentage.default(0),
  price_growth: Percentage.default(0),
  /** Of feeds that it names it is the price; the growth of prices doesn't change it. */
  prices: z
    .array(z.object({ ingredient: Id, price: Price }))
    .max(1000)
    .default([]),
  version: Version.optional(),
});
export type BudgetFrom = z.output<typeof BudgetFrom>;

export const BudgetFilled = budgets.row.extend({
  /** Months of which nothing was found, and which have no lines. */
  empty_months: z.array(z.int()),
});

export const BudgetApproval = z.object({ version: Version.optional() });
