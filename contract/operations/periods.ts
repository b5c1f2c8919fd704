import { z } from 'zod';
import { Count, Id, Name, TimeOfDay, Weight } from '#contract/kinds.ts';
import { defineResource, Flag, IdList, named, Version } from '#contract/resource.ts';

/** The ration's `size` at the time of typing `weight_per_head`: today a head gets weight_per_head × size ÷ ration_size. */
export const RationSize = z
  .number()
  .meta({ description: 'size of the ration when weight_per_head was typed; a head gets weight_per_head × size ÷ this' });

export const PeriodJobGroup = z.object({ group: Id, weight_per_head: Weight.max(1000) });

/**
 * One load of a period: a ration in a mixer for groups. `weight_per_head` in kg as fed; `skip_time` excludes it from mean times; `locked`
 * protects it from daily calls; `split` makes as many equal loads as its mixer needs. With `id` it changes that job; without, the job with
 * the same ration and mixer, or a new one.
 */
export const PeriodJob = z.object({
  id: Id.optional(),
  ration: Id,
  mixer: Id,
  position: Count.optional(),
  auto_load: z.boolean().default(false),
  leftovers: z.boolean().default(false),
  planned_leftovers: Weight.default(0),
  ignore_in_reports: z.boolean().default(false),
  skip_time: z.boolean().default(false),
  locked: z.boolean().default(false),
  split: z.boolean().default(false),
  groups: z.array(PeriodJobGroup).min(1).max(60),
});

export const PeriodJobRow = PeriodJob.extend({
  id: Id,
  position: z.int(),
  ration_name: z.string(),
  mixer_name: z.string(),
  groups: z.array(PeriodJobGroup.extend({ group_name: z.string(), heads: z.int(), ration_size: RationSize, weight_plan: z.number() })),
  weight_plan: z.number(),
  parts: z.int().meta({ description: 'How many loads it takes with the heads of now' }),
});

/** A period: the repeated plan. While `active`, its jobs become feedings of every day from today on. */
export const periods = defineResource({
  id: 'periods',
  path: 'manager/loadings',
  permission: 'loading',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      active: z.boolean(),
      position: z.int(),
      jobs: z.array(PeriodJobRow),
      weight_plan: z.number(),
      version: Version,
    })
    .meta({ id: 'Period' }),
  create: z.object({
    farm: Id,
    name: Name,
    start_time: TimeOfDay.default('06:00'),
    end_time: TimeOfDay.default('11:00'),
    active: z.boolean().default(false),
    position: Count.optional(),
    jobs: z.array(PeriodJob).max(60).default([]),
  }),
  filters: { farm: IdList, active: Flag.optional() },
  ordering: ['position', 'name', 'start_time', 'active', 'farm_name'],
});

/** Initial values of the time-range picker. */
export const DEFAULT_TIME_RANGE = { start: '06:00:00', end: '11:00:00' } as const;
