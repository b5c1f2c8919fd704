import { z } from 'zod';
import { Day, Id, Instant, LoadingStatus, LotNumber, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { LoadFact } from './feedings.ts';
import { BATCHES } from './who-sees.ts';

export const BatchItemRow = z.object({
  ...named('ingredient'),
  percent: z.number(),
  weight_plan: z.number(),
  weight_fact: z.number().nullable(),
  price: z.number().nullable(),
  dry_matter: z.number().nullable(),
  started_at: z.string().nullable(),
  seconds: z.int().nullable(),
});

/** Actions that the caller may take on a batch now, by its state and the caller's rights. */
export const BatchAbilities = z.object({ change: z.boolean(), delete: z.boolean(), load: z.boolean(), reset: z.boolean() });

export const BatchRow = z
  .object({
    id: Id,
    ...named('farm', 'recipe', 'ingredient'),
    mixer: Id.nullable(),
    mixer_name: z.string().nullable(),
    planned_on: Day,
    position: z.int(),
    status: LoadingStatus,
    weight_plan: z.number(),
    weight_fact: z.number().nullable(),
    lot: z.string(),
    deviation: z.number().nullable(),
    deviation_percent: z.number().nullable(),
    items: z.array(BatchItemRow),
    started_at: z.string().nullable(),
    seconds: z.int().nullable(),
    operator: Id.nullable(),
    operator_name: z.string().nullable(),
    abilities: BatchAbilities,
    version: Version,
  })
  .meta({ id: 'Batch' });
export type BatchRow = z.infer<typeof BatchRow>;

/**
 * A batch of compound feed: planned on a day by a recipe, then made. `ingredient` is the product; `items` follow the recipe while the batch
 * waits. Without `position` it is the last of its day.
 */
export const batches = defineResource({
  id: 'batches',
  path: 'animalfeed/schedules',
  ...BATCHES,
  row: BatchRow,
  create: z.object({
    farm: Id,
    recipe: Id,
    mixer: Id.nullable().default(null),
    planned_on: Day,
    position: z.int().min(0).max(10_000).optional(),
    weight_plan: Weight.min(0.001),
    lot: LotNumber.default(''),
    operator: Id.nullable().default(null),
  }),
  filters: {
    farm: IdList,
    planned_on: Day.optional(),
    planned_on_after: Day.optional(),
    planned_on_before: Day.optional(),
    status: listOf(LoadingStatus),
    animalfeed_recipe: IdList,
    mixer: IdList,
    worker: IdList,
  },
  ordering: ['position', 'planned_on', 'recipe_name', 'mixer_name', 'status', 'weight_plan', 'weight_fact', 'started_at', 'deviation'],
});

/**
 * A report of making a batch: `in_process` adds items; `loaded` ends it, takes the parts out of stock and adds the product. Unlike a craft
 * it is never refused for missing stock: the batch has been made, and stock falls below zero.
 */
export const BatchReport = z.object({
  status: z.enum(['in_process', 'loaded']).default('loaded'),
  operator: Id.nullable().optional(),
  started_at: Instant.nullable().optional(),
  finished_at: Instant.nullable().optional(),
  items: z.array(LoadFact).max(60).default([]),
  version: Version.optional(),
});
export type BatchReport = z.infer<typeof BatchReport>;
