import { z } from 'zod';
import { Day, Id, Instant, Percent, text } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, listOf, named, Version } from '#contract/resource.ts';

export const DRY_MATTER_METHODS = ['koster', 'microwave', 'oven', 'nir', 'lab', 'other'] as const;
export type DryMatterMethod = (typeof DRY_MATTER_METHODS)[number];
/** Dry matter in percent of a sample, by its wet and dry weight. */
export const weighedPercent = (wet: number, dry: number): number => Math.round((dry / wet) * 10_000) / 100;
const Method = z.enum(DRY_MATTER_METHODS);
/** Weight of a sample in grams. */
const Grams = z.number().min(0.001).max(1_000_000).multipleOf(0.001);

/** A change of a waiting feeding: kilograms of an ingredient to load. */
export const PlanChange = z.object({
  schedule: Id,
  planned_on: Day,
  ration_name: z.string(),
  ingredient: Id,
  was: z.number(),
  is: z.number(),
});
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * Measurements of dry matter, by `percent` or a sample's `wet` and `dry` weight (g). Waiting feedings from today on are replanned if their
 * ration holds the dry matter. `used` is the feed's new value (this one, or the mean of the farm's last `dry_matter_mean`), null if a newer
 * value was known; `previous` is the old one; `replanned` the number of changed feedings; `changes` their details (only after POST);
 * `load_before`, `load_after` the kilograms of changed lines; `cost_moved` the cost of the difference at today's prices. `?dry_run=true`
 * changes nothing.
 */
export const dryMatter = defineResource({
  id: 'drymatter',
  final: true,
  path: 'manager/drymatter',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      ...named('farm', 'ingredient'),
      percent: z.number(),
      wet: z.number().nullable(),
      dry: z.number().nullable(),
      measured_at: z.string(),
      day: Day,
      method: Method,
      note: z.string(),
      author: z.string().nullable(),
      previous: z.number(),
      used: z.number().nullable(),
      replanned: z.int(),
      load_before: z.number().nullable(),
      load_after: z.number().nullable(),
      cost_moved: z.number().nullable(),
      version: Version,
    })
    .meta({ id: 'DryMatter' }),
  create: z
    .object({
      ingredient: Id,
      percent: Percent.min(0.01).nullish(),
      wet: Grams.nullish(),
      dry: Grams.nullish(),
      measured_at: Instant.optional(),
      method: Method.default('other'),
      note: text(300).default(''),
    })
    .refine(({ percent, wet, dry }) => (percent ?? wet ?? dry ?? null) !== null, demanding('percent'))
    .refine(({ wet, dry }) => (wet ?? null) !== null || (dry ?? null) === null, demanding('wet'))
    .refine(({ wet, dry }) => (dry ?? null) !== null || (wet ?? null) === null, demanding('dry')),
  filters: {
    farm: IdList,
    ingredient: IdList,
    method: listOf(Method),
    day_after: Day.optional(),
    day_before: Day.optional(),
  },
  ordering: ['measured_at', 'ingredient_name', 'percent'],
});

/**
 * A feed that a farm measures: its value, the time of the measurement, and today's waiting kilograms of rations that hold its dry matter.
 */
export const MeasuredFeed = z
  .object({
    ...named('ingredient'),
    dry_matter: z.number(),
    /** Number of rations that hold its dry matter. */
    rations: z.int(),
    feedings: z.int(),
    weight_plan: z.number(),
    last: dryMatter.row.pick({ id: true, percent: true, measured_at: true, day: true, method: true, used: true }).nullable(),
  })
  .meta({ id: 'MeasuredFeed' });
export type MeasuredFeed = z.infer<typeof MeasuredFeed>;

export const TODAY_PATH = `${dryMatter.path}/today`;
/** Feeds above this dry matter (%) are rarely measured unless a ration holds it. */
export const WET_BELOW = 60;

export const DryMatterAnswer = dryMatter.row.extend({ changes: z.array(PlanChange) }).meta({ id: 'DryMatterAnswer' });
export type DryMatterAnswer = z.infer<typeof DryMatterAnswer>;
