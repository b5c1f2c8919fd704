import { z } from 'zod';
import { Day, Id, Name, Percent, Price, TypeSince, text } from '#contract/kinds.ts';
import { defineResource, demanding, Flag, IdList, ListQuery, named, Version } from '#contract/resource.ts';

/** Whole days that an order is placed ahead by. */
const PlanningDays = z.int().nonnegative().max(365);

/**
 * A feed in a stock. `price` (per kg) is the list price; what leaves the stock is valued at `average_price`, the moving
 * average of what came in. Either `dry_matter` or `humidity` is given, the other is 100 − it. `rest` in kg, can be negative.
 * `item_number`: the feed's number in the books, which every form and file prints.
 * `storage_loss`: what of it the store loses a month, in percent; an order of it takes `lead_days` to come, and is to be there `safety_days` early.
 * Another `type` holds from today on, or with `type_since` from the first day after the last closed month: reports take the type of each day.
 * A stock holds one living ingredient of a type and name. `days_left`: rest ÷ mean daily use (loads, sales, crafts) of the last seven whole
 * days; `run_out_on`: the first day whose needs, as the plan has them (feedings and batches), it no longer covers.
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
      rest: z.number(),
      average_price: z.number(),
      days_left: z.number().nullable(),
      run_out_on: Day.nullable(),
      deleted: z.boolean(),
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
    })
    .refine(({ dry_matter, humidity }) => (dry_matter ?? humidity) !== undefined, demanding('dry_matter')),
  filters: { farm: IdList, stock: IdList, type: IdList, deleted: Flag.optional() },
  ordering: ['name', 'type_name', 'stock_name', 'price', 'dry_matter', 'humidity', 'rest', 'average_price', 'run_out_on'],
});

/** What was fed of an ingredient, in kg per day, over the last 1, 7, 14 and 30 whole days of the farm; they end yesterday. */
export const DailyFeedIntake = z
  .object({ id: Id, name: z.string(), day_1: z.number(), day_7: z.number(), day_14: z.number(), day_30: z.number() })
  .meta({ id: 'DailyFeedIntake' });

/**
 * What the plan needs of an ingredient over the coming days, beside what is in stock. Only ingredients that something is planned of are told.
 * A shared stock is needed by all farms that feed of it. `rest` of a day: what the stock will then hold, begun with what it holds now, at least 0.
 */
export const IngredientNeed = z
  .object({
    id: Id,
    name: z.string(),
    ...named('farm', 'stock'),
    type_name: z.string(),
    /** A recipe makes it: what is missing is mixed rather than ordered. */
    made: z.boolean(),
    rest: z.number(),
    need: z.number(),
    coming: z.number(),
    /** What must come in for every day to be covered. */
    missing: z.number(),
    /** The first of these days that isn't covered. */
    short_on: Day.nullable(),
    days_left: z.number().nullable(),
    run_out_on: Day.nullable(),
    days: z.array(z.object({ day: Day, need: z.number(), coming: z.number(), rest: z.number() })),
  })
  .meta({ id: 'IngredientNeed' });
export type IngredientNeed = z.infer<typeof IngredientNeed>;

/** `days`: today and the days after it, so many in all. */
export const ingredientNeedQuery = ListQuery.pick({ page: true, page_size: true, search: true }).extend({
  farm: IdList,
  stock: IdList,
  type: IdList,
  days: z.coerce.number().pipe(z.int().min(1).max(14)).default(7),
});
