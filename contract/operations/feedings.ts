import { z } from 'zod';
import { Day, Id, Instant, LoadingStatus, Name, Seconds, TimeOfDay, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { PeriodJobGroup, RationSize } from './periods.ts';
import { SCHEDULES } from './who-sees.ts';

/**
 * A terminal reported it beyond the mixer's maximum or far from plan, and no person has looked at it yet. Until it is confirmed or corrected
 * (`…/weighings/`) nothing of the load is in stock, costs and reports.
 */
const Implausible = z
  .boolean()
  .meta({ description: 'Reported by a terminal beyond the maximum or far from plan: waits for a confirmation' });

export const ScheduleGroupRow = z.object({
  ...named('group'),
  heads: z.int(),
  weight_per_head: z.number(),
  ration_size: RationSize,
  weight_plan: z.number(),
  weight_fact: z.number().nullable(),
  implausible: Implausible,
  started_at: z.string().nullable(),
  seconds: z.int().nullable(),
});

export const ScheduleItemRow = z.object({
  ...named('ingredient'),
  percent: z.number(),
  weight_plan: z.number(),
  weight_fact: z.number().nullable(),
  price: z.number().nullable(),
  dry_matter: z.number().nullable(),
  implausible: Implausible,
  started_at: z.string().nullable(),
  seconds: z.int().nullable(),
});

/** What the caller may do with a schedule now: the state and the caller's rights together. */
export const ScheduleAbilities = z.object({
  change: z.boolean(),
  delete: z.boolean(),
  load: z.boolean(),
  upload: z.boolean(),
  reset: z.boolean(),
  correct: z.boolean(),
});

export const ScheduleRow = z
  .object({
    id: Id,
    ...named('farm'),
    loading: Id.nullable(),
    loading_name: z.string().nullable(),
    planned_on: Day,
    position: z.int(),
    ...named('ration', 'mixer'),
    max_weight: z.number(),
    /** Of the mixer, seconds per tonne. */
    mix_time: z.int(),
    loading_admittance: z.number(),
    unloading_admittance: z.number(),
    operator: Id.nullable(),
    operator_name: z.string().nullable(),
    status: LoadingStatus,
    groups: z.array(ScheduleGroupRow),
    items: z.array(ScheduleItemRow),
    weight_plan: z.number(),
    weight_fact: z.number().nullable(),
    weight_unloaded: z.number().nullable(),
    /** One of its weighings is: `weight_fact`, `weight_unloaded` and the deviation that lean on it are empty. */
    implausible: Implausible,
    fresh_weight: z.number(),
    leftovers: z.boolean(),
    planned_leftovers: z.number(),
    leftover_percent: z.number().nullable(),
    /** Refusals of other groups that go into the mixer first: that much less is loaded anew. */
    refed: z.number(),
    auto_load: z.boolean(),
    ignore_in_reports: z.boolean(),
    ignore_reason: z.string(),
    skip_time: z.boolean(),
    /** No daily call changes it. */
    locked: z.boolean(),
    /** Its loads are as many as its mixer needs for it. */
    split: z.boolean(),
    /** The first of its loads; nothing for that itself. `weight_per_head` is of all of them, other weights of this one. */
    part_of: Id.nullable(),
    part: z.int().meta({ description: 'Which of its feeding’s loads it is, from 1' }),
    parts: z.int().meta({ description: 'Into how many loads its feeding is split' }),
    started_at: z.string().nullable(),
    seconds: z.int().nullable(),
    upload_started_at: z.string().nullable(),
    upload_seconds: z.int().nullable(),
    mix_seconds: z.int().nullable(),
    auger_rotations: z.number().nullable(),
    deviation: z.number().nullable(),
    deviation_percent: z.number().nullable(),
    edited: z.boolean(),
    abilities: ScheduleAbilities,
    version: Version,
  })
  .meta({ id: 'Schedule' });
export type ScheduleRow = z.infer<typeof ScheduleRow>;

/** A feeding of one day: planned, then loaded and unloaded. Weights in kg; `operator` is a user. */
export const schedules = defineResource({
  id: 'schedules',
  path: 'schedule/schedules',
  ...SCHEDULES,
  row: ScheduleRow,
  create: z.object({
    farm: Id,
    loading: Id.nullable().default(null),
    planned_on: Day,
    ration: Id,
    mixer: Id,
    operator: Id.nullable().default(null),
    groups: z.array(PeriodJobGroup).min(1).max(60),
    auto_load: z.boolean().default(false),
    leftovers: z.boolean().default(false),
    planned_leftovers: Weight.default(0),
    ignore_in_reports: z.boolean().default(false),
    ignore_reason: text(500).default(''),
    skip_time: z.boolean().default(false),
    locked: z.boolean().default(false),
    split: z.boolean().default(false),
  }),
  filters: {
    farm: IdList,
    planned_on: Day.optional(),
    planned_on_after: Day.optional(),
    planned_on_before: Day.optional(),
    animal_type: IdList,
    group: IdList,
    ration: IdList,
    mixer: IdList,
    worker: IdList,
    loading: IdList.meta({
      description: 'Ids of periods on one date (`schedule/loadings/`); an id of a period (`manager/loadings/`) is refused',
    }),
    status: listOf(LoadingStatus),
  },
  ordering: ['position', 'planned_on', 'ration_name', 'mixer_name', 'status', 'weight_plan', 'weight_fact', 'started_at', 'deviation'],
});

/** The filters of schedules whose choices the server knows. */
export const SCHEDULE_OPTIONS = ['loading', 'ration', 'mixer', 'group', 'animal_type', 'worker'] as const;

/** Schedules of one farm and day, in their new order; those not named keep theirs, after. */
export const Ordering = z.object({ ids: z.array(Id).min(1).max(500) });

export const LoadFact = z.object({
  ingredient: Id,
  weight_fact: Weight,
  started_at: Instant.nullable().optional(),
  seconds: Seconds.nullable().optional(),
});

/** A report of loading: `in_process` adds to what is known, item by item; `loaded` ends it and takes the feed out of stock. */
export const LoadReport = z.object({
  status: z.enum(['in_process', 'loaded']),
  operator: Id.nullable().optional(),
  started_at: Instant.nullable().optional(),
  finished_at: Instant.nullable().optional(),
  mix_seconds: Seconds.nullable().optional(),
  auger_rotations: z.number().nonnegative().max(1_000_000).nullable().optional(),
  items: z.array(LoadFact).max(60).default([]),
  version: Version.optional(),
});
export type LoadReport = z.infer<typeof LoadReport>;

export const UploadFact = z.object({
  group: Id,
  weight_fact: Weight,
  started_at: Instant.nullable().optional(),
  seconds: Seconds.nullable().optional(),
});

/** A report of unloading, group by group. */
export const UploadReport = z.object({
  status: z.enum(['out_process', 'uploaded']),
  started_at: Instant.nullable().optional(),
  finished_at: Instant.nullable().optional(),
  groups: z.array(UploadFact).max(60).default([]),
  version: Version.optional(),
});
export type UploadReport = z.infer<typeof UploadReport>;

/** Back to `waited`: facts are cleared, the ledger gets reversing rows. */
export const Reset = z.object({ reason: z.string().trim().min(1).max(500), version: Version.optional() });

/**
 * Corrects single weighings, and confirms implausible ones: by the same weight or another. What a load took out of stock is taken back and taken
 * anew at the price of its moment. A second time the same changes nothing.
 */
export const Correction = z.object({
  reason: z.string().trim().min(1).max(500),
  items: z
    .array(LoadFact.pick({ ingredient: true, weight_fact: true }))
    .max(60)
    .default([]),
  groups: z
    .array(UploadFact.pick({ group: true, weight_fact: true }))
    .max(60)
    .default([]),
  version: Version.optional(),
});
export type Correction = z.infer<typeof Correction>;

/** What stands in a copy for a ration, mixer or group that was deleted since; `with` null leaves out what needs it. */
export const Replacement = z.object({ resource: z.enum(['rations', 'mixers', 'groups']), id: Id, with: Id.nullable() });
export type Replacement = z.infer<typeof Replacement>;

/**
 * Copies the schedules of a day to another, as a plan made by hand. What stands there already, ration, mixer and groups alike, isn't doubled.
 * What was deleted since is a 400 at `from` whose `uses` name it, unless `replacements` say what takes its place.
 */
export const CopyDay = z.object({ farm: Id, from: Day, to: Day, replacements: z.array(Replacement).max(200).default([]) });

/** A schedule inside its loading: with `id` it is changed as by a PUT, without it is added. */
export const LoadingSchedule = z.object({
  id: Id.optional(),
  ...schedules.update.omit({ farm: true, loading: true, planned_on: true }).shape,
});

/**
 * A period on a date, with its schedules in order. `schedules` given in a PUT is the whole list: those left out are deleted while
 * they are waited, the order is theirs. Not `active`: the period makes nothing on that date.
 */
export const loadings = defineResource({
  id: 'loadings',
  path: 'schedule/loadings',
  permission: 'schedule_loading',
  also: SCHEDULES.also,
  row: z
    .object({
      id: Id,
      ...named('farm'),
      period: Id.nullable(),
      planned_on: Day,
      name: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      active: z.boolean(),
      schedules: z.array(ScheduleRow),
      version: Version,
    })
    .meta({ id: 'Loading' }),
  create: z.object({
    name: Name,
    start_time: TimeOfDay,
    end_time: TimeOfDay,
    active: z.boolean(),
    schedules: z.array(LoadingSchedule).max(200),
  }),
  filters: {
    farm: IdList,
    planned_on: Day.optional(),
    planned_on_after: Day.optional(),
    planned_on_before: Day.optional(),
    period: IdList,
  },
  ordering: ['planned_on', 'start_time', 'name'],
});

/** Somebody who may record loads on a farm. */
export const Operator = z.object({ id: Id, name: z.string() }).meta({ id: 'Operator' });
export type Operator = z.infer<typeof Operator>;
export const OperatorQuery = z.object({ farm: z.coerce.number().pipe(Id) });
export const OPERATORS_PATH = 'manager/operators';
