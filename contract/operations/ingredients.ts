import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Day, Id, Name, Percent, Price, TypeSince, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, Flag, IdList, ListQuery, named, Version } from '#contract/resource.ts';

/** Whole days by which an order is placed ahead. */
const PlanningDays = z.int().nonnegative().max(365);

/**
 * A feed in a stock. `price` (per kg) is the list price; feed leaves stock at `average_price`, the moving average. Either `dry_matter` or
 * `humidity` is given, which sum to 100. `rest` in kg may be negative. `item_number` is printed in all forms and files. `storage_loss` is
 * the store's loss in percent per month; `lead_days` the delivery time of an order, `safety_days` its reserve. `water` isn't stock: it
 * is never short, never counted and never ordered, and its `days_left` and `run_out_on` are null. A weighing may deviate by the
 * larger of `tolerance` in kg and `tolerance_percent` of plan; if both are 0, the mixer's tolerance applies. A new `type` is valid from
 * today, or with `type_since` from the first open day: reports use the type of each day. A stock has one undeleted ingredient of a type and
 * name. `days_left` is rest ÷ mean daily use of the last seven whole days (loads, sales, crafts); `run_out_on` the first day whose planned
 * needs exceed the rest.
 */
export const ingredients = defineResource({
  id: 'ingredients',
  path: 'manager/ingredients',
  permission: 'ingredient',
  row: z
    .object({
      id: Id,
      ...named('farm', 'stock', 'type'),
      name: z.string(),
      item_number: z.string(),
      price: z.number(),
      dry_matter: z.number(),
      humidity: z.number(),
      storage_loss: z.number(),
      lead_days: z.int(),
      safety_days: z.int(),
      water: z.boolean(),
      tolerance_percent: z.number(),
      tolerance: z.number(),
      rest: z.number(),
      average_price: z.number(),
      days_left: z.number().nullable(),
      run_out_on: Day.nullable(),
      deleted: z.boolean(),
      ...externalRow,
      version: Version,
    })
    .meta({ id: 'Ingredient' }),
  create: z
    .object({
      farm: Id,
      stock: Id,
      type: Id,
      type_since: TypeSince.optional(),
      name: Name,
      item_number: text(40).default(''),
      price: Price.default(0),
      dry_matter: Percent.optional(),
      humidity: Percent.optional(),
      storage_loss: Percent.default(0),
      lead_days: PlanningDays.default(0),
      safety_days: PlanningDays.default(0),
      water: z.boolean().default(false),
      tolerance_percent: Percent.default(0),
      tolerance: Weight.default(0),
      ...externalInput,
    })
    .refine(({ dry_matter, humidity }) => (dry_matter ?? humidity) !== undefined, demanding('dry_matter')),
  filters: { farm: IdList, stock: IdList, type: IdList, deleted: Flag.optional(), ...externalFilter },
  ordering: ['name', 'type_name', 'stock_name', 'price', 'dry_matter', 'humidity', 'rest', 'average_price', 'run_out_on'],
});

/** Daily use of an ingredient in kg, over the last 1, 7, 14 and 30 whole days of the farm, up to yesterday. */
export const DailyFeedIntake = z
  .object({ id: Id, name: z.string(), day_1: z.number(), day_7: z.number(), day_14: z.number(), day_30: z.number() })
  .meta({ id: 'DailyFeedIntake' });

/**
 * Planned needs of an ingredient over the coming days, compared with its stock. Lists only ingredients with a plan. A shared stock serves
 * all its farms. `rest` of a day is the expected stock, starting with today's, at least 0.
 */
export const IngredientNeed = z
  .object({
    id: Id,
    name: z.string(),
    ...named('farm', 'stock'),
    type_name: z.string(),
    /** True if a recipe makes it: a missing quantity is mixed instead of ordered. */
    made: z.boolean(),
    rest: z.number(),
    need: z.number(),
    coming: z.number(),
    /** Quantity that must come in to cover every day. */
    missing: z.number(),
    /** The first of these days that isn't covered. */
    short_on: Day.nullable(),
    days_left: z.number().nullable(),
    run_out_on: Day.nullable(),
    days: z.array(z.object({ day: Day, need: z.number(), coming: z.number(), rest: z.number() })),
  })
  .meta({ id: 'IngredientNeed' });
export type IngredientNeed = z.infer<typeof IngredientNeed>;

/** `days` is the number of days, starting today. */
export const ingredientNeedQuery = ListQuery.pick({ page: true, page_size: true, search: true }).extend({
  farm: IdList,
  stock: IdList,
  type: IdList,
  days: z.coerce.number().pipe(z.int().min(1).max(14)).default(7),
});
