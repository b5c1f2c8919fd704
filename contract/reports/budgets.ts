import { z } from 'zod';
import { Id, Instant, Price, text } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';

/** 12 months of 12 groups of 60 feeds. */
export const MAX_BUDGET_LINES = 9_000;
const Percentage = z.number().min(-100).max(1000).multipleOf(0.01);

/** Feed of a month for a group, or for an animal type without lines by group. `heads` is the mean head count. */
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
  /** Reason of a further edition after an approved one; the first needs none. */
  reason: text(1000).default(''),
  /** Lines; by default those of the approved edition. */
  lines: z.array(BudgetLine).max(MAX_BUDGET_LINES).optional(),
});

/**
 * A farm's planned cost of feed for a year. An approved budget never changes; a further edition replaces it and states its reason. A farm
 * has one draft per year.
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
      /** Sums over all lines: kg and cost, each line rounded. */
      kg: z.number(),
      cost: z.number(),
      /** Only for a single budget, not in lists. */
      lines: z.array(BudgetLineRow).optional(),
      version: Version,
    })
    .meta({ id: 'Budget' }),
  create,
  filters: { farm: IdList, year: z.coerce.number().pipe(z.int()).optional(), state: listOf(z.enum(BUDGET_STATES)) },
  ordering: ['year', 'edition', 'farm_name'],
});

/** Fills a draft: the facts of the latest such months that are over, or the active plan's daily feed. Replaces existing lines. */
export const BudgetFrom = z.object({
  source: z.enum(['facts', 'plan']),
  by: z.enum(['group', 'animal_type']).default('group'),
  /** Change of heads and of prices in percent. */
  heads_growth: Percentage.default(0),
  price_growth: Percentage.default(0),
  /** Prices of single feeds, which the change of prices leaves unchanged. */
  prices: z
    .array(z.object({ ingredient: Id, price: Price }))
    .max(1000)
    .default([]),
  version: Version.optional(),
});
export type BudgetFrom = z.output<typeof BudgetFrom>;

export const BudgetFilled = budgets.row.extend({
  /** Months without any source, which have no lines. */
  empty_months: z.array(z.int()),
});

export const BudgetApproval = z.object({ version: Version.optional() });
