import { z } from 'zod';
import { Day, Id, Instant, Percent, text } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, Version } from '#contract/resource.ts';

export const DRY_MATTER_METHODS = ['koster', 'microwave', 'oven', 'nir', 'lab', 'other'] as const;
const Method = z.enum(DRY_MATTER_METHODS);
/** Grams of a sample. */
const Grams = z.number().min(0.001).max(1_000_000).multipleOf(0.001);

/** What of a waiting feeding becomes another: kilograms of an ingredient that are to be loaded. */
export const PlanChange = z.object({ schedule: Id, ingredient: Id, was: z.number(), is: z.number() });
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * Measurements of dry matter. Given is `percent`, or what a sample weighed `wet` and `dry` (g). What waits from today on is planned anew at once,
 * where rations hold the dry matter of that feed. `used`: what the feed took, the measurement or the mean of the farm's last `dry_matter_mean`;
 * null where something newer was known. `previous`: what it had before; `replanned`: how many feedings are planned otherwise; `changes` of
 * them comes with the answer to a POST alone. `?dry_run=true` tells all that and changes nothing.
 */
export const dryMatter = defineResource({
  id: 'drymatter',
  path: 'manager/drymatter',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      farm: Id,
      farm_name: z.string(),
      ingredient: Id,
      ingredient_name: z.string(),
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
      version: Version,
    })
    .meta({ id: 'DryMatter' }),
  create: z.object({
    ingredient: Id,
    percent: Percent.min(0.01).nullish(),
    wet: Grams.nullish(),
    dry: Grams.nullish(),
    measured_at: Instant.optional(),
    method: Method.default('other'),
    note: text(300).default(''),
  }),
  filters: {
    farm: IdList,
    ingredient: IdList,
    method: listOf(Method),
    day_after: Day.optional(),
    day_before: Day.optional(),
  },
  ordering: ['measured_at', 'ingredient_name', 'percent'],
});

export const DryMatterAnswer = dryMatter.row.extend({ changes: z.array(PlanChange) }).meta({ id: 'DryMatterAnswer' });
export type DryMatterAnswer = z.infer<typeof DryMatterAnswer>;
