import { z } from 'zod';
import { Day, Id, Instant, LoadingStatus, LotNumber, Name, Seconds, TimeOfDay, text, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, listOf, named, Version } from '#contract/resource.ts';
import { halfPacks, packsOfRow } from './packs.ts';
import { PeriodJobGroup, RationSize } from './periods.ts';
import { SCHEDULES } from './who-sees.ts';

/**
 * True for a terminal's weighing beyond the mixer's limit or far from plan that nobody has checked. Until it is confirmed or corrected
 * (`…/weighings/`), the load isn't in stock, costs and reports.
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
  added: z.boolean().meta({ description: 'Added at the wagon: the plan had no feed for it' }),
  implausible: Implausible,
  started_at: z.string().nullable(),
  seconds: z.int().nullable(),
});

export const ScheduleItemRow = z.object({
  ...named('ingredient'),
  percent: z.number(),
  weight_plan: z.number(),
  weight_fact: z.number().nullable(),
  ...packsOfRow,
  tolerance: z.number().meta({ description: 'Allowed deviation in kg: the ingredient’s, or the mixer’s; 0 if there is none' }),
  price: z.number().nullable(),
  dry_matter: z.number().nullable(),
  implausible: Implausible,
  started_at: z.string().nullable(),
  seconds: z.int().nullable(),
  lot: z.string().nullable().meta({ description: 'The lot that was loaded, as chosen at the mixer; null: first in, first out' }),
});

/** Actions that the caller may take on a feeding now, by its state and the caller's rights. */
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
    /** The mixer's mixing time in seconds per tonne. */
    mix_time: z.int(),
    loading_admittance: z.number(),
    unloading_admittance: z.number(),
    /** The mixer's sensitivities in kg: the max spread of a steady weight. */
    loading_sensitivity: z.number(),
    unloading_sensitivity: z.number(),
    /** Seconds of a steady weight after which the next line begins. */
    auto_transition_time: z.int(),
    operator: Id.nullable(),
    operator_name: z.string().nullable(),
    status: LoadingStatus,
    groups: z.array(ScheduleGroupRow),
    items: z.array(ScheduleItemRow),
    weight_plan: z.number(),
    weight_fact: z.number().nullable(),
    weight_unloaded: z.number().nullable(),
    /** True if one of its weighings is implausible: `weight_fact`, `weight_unloaded` and dependent deviations are empty. */
    implausible: Implausible,
    /** The load: plan minus leftovers, for a mixer that rounds in steps of 5 kg or 5 lb. The sum of the items. */
    fresh_weight: z.number(),
    leftovers: z.boolean(),
    planned_leftovers: z.number(),
    leftover_percent: z.number().nullable(),
    /** Kilograms of other groups' leftovers that go into the mixer first; that much less is loaded. */
    refed: z.number(),
    auto_load: z.boolean(),
    ignore_in_reports: z.boolean(),
    ignore_reason: z.string(),
    skip_time: z.boolean(),
    /** True if daily calls don't change it. */
    locked: z.boolean(),
    /** True if it is split into as many loads as its mixer needs. */
    split: z.boolean(),
    /** The first load of the feeding; null for that one. `weight_per_head` belongs to all loads, other weights to this one. */
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

/** The filters of feedings whose choices come from the server. */
export const SCHEDULE_OPTIONS = ['loading', 'ration', 'mixer', 'group', 'animal_type', 'worker'] as const;

/** The new order of a farm's day. Feedings that aren't named follow in their present order. */
export const Ordering = z.object({ ids: z.array(Id).min(1).max(500) });

export const LoadFact = z.object({
  ingredient: Id,
  weight_fact: Weight,
  started_at: Instant.nullable().optional(),
  seconds: Seconds.nullable().optional(),
});

const inPacks = { weight_fact: Weight.optional(), ...halfPacks };
const hasWeight = ({ weight_fact, packs }: { weight_fact?: number | undefined; packs?: number | null | undefined }) =>
  (weight_fact ?? packs ?? null) !== null;

/**
 * An item in kilograms, or in packs, for bales that are counted instead of weighed. `lot` is the number of the lot that was loaded; if omitted, it
 * stays unchanged. An unknown number changes nothing.
 */
const LoadedItem = LoadFact.extend({ ...inPacks, lot: LotNumber.nullable().optional() }).refine(hasWeight, demanding('weight_fact'));

/** A report of loading: `in_process` adds items; `loaded` ends it and takes the feed out of stock. */
export const LoadReport = z.object({
  status: z.enum(['in_process', 'loaded']),
  operator: Id.nullable().optional(),
  started_at: Instant.nullable().optional(),
  finished_at: Instant.nullable().optional(),
  mix_seconds: Seconds.nullable().optional(),
  auger_rotations: z.number().nonnegative().max(1_000_000).nullable().optional(),
  items: z.array(LoadedItem).max(60).default([]),
  version: Version.optional(),
});
export type LoadReport = z.infer<typeof LoadReport>;

export const UploadFact = z.object({
  group: Id,
  weight_fact: Weight,
  started_at: Instant.nullable().optional(),
  seconds: Seconds.nullable().optional(),
});

/**
 * A report of unloading, group by group. `added` are groups that the plan doesn't contain, `order` the new order of groups; the others
 * follow. A skipped group has a weight of 0.
 */
export const UploadReport = z.object({
  status: z.enum(['out_process', 'uploaded']),
  started_at: Instant.nullable().optional(),
  finished_at: Instant.nullable().optional(),
  groups: z.array(UploadFact).max(60).default([]),
  added: z.array(Id).max(60).optional(),
  order: z.array(Id).max(120).optional(),
  version: Version.optional(),
});
export type UploadReport = z.infer<typeof UploadReport>;

/** Returns a feeding to `waited`: facts are removed, the ledger gets reversals. */
export const Reset = z.object({ reason: z.string().trim().min(1).max(500), version: Version.optional() });

/**
 * Corrects single weighings in kilograms or packs, or confirms implausible ones by the same weight. The load's moves are reversed and posted again at the price
 * of its moment. Repeating it changes nothing.
 */
export const Correction = z.object({
  reason: z.string().trim().min(1).max(500),
  items: z
    .array(LoadFact.pick({ ingredient: true }).extend(inPacks).refine(hasWeight, demanding('weight_fact')))
    .max(60)
    .default([]),
  groups: z
    .array(UploadFact.pick({ group: true, weight_fact: true }))
    .max(60)
    .default([]),
  version: Version.optional(),
});
export type Correction = z.infer<typeof Correction>;

/** A replacement in a copy for a ration, mixer or group that was deleted; `with` null leaves out the feedings that need it. */
export const Replacement = z.object({ resource: z.enum(['rations', 'mixers', 'groups']), id: Id, with: Id.nullable() });
export type Replacement = z.infer<typeof Replacement>;

/**
 * Copies a day's feedings to another day, as a plan made by hand. Feedings with the same ration, mixer and groups aren't doubled. Deleted
 * rows are a 400 at `from` with their `uses`, unless `replacements` names them.
 */
export const CopyDay = z.object({ farm: Id, from: Day, to: Day, replacements: z.array(Replacement).max(200).default([]) });

/** A feeding in its loading: with `id` it is changed as by PUT, without it is added. */
export const LoadingSchedule = z.object({
  id: Id.optional(),
  ...schedules.update.omit({ farm: true, loading: true, planned_on: true }).shape,
});

/**
 * A period on a date, with its feedings in order. `schedules` in a PUT is the whole list in its order: missing ones are deleted if they
 * still wait. Without `active`, the period plans nothing on that date.
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

/** A person who may record loads on a farm. */
export const Operator = z.object({ id: Id, name: z.string() }).meta({ id: 'Operator' });
export type Operator = z.infer<typeof Operator>;
export const OperatorQuery = z.object({ farm: z.coerce.number().pipe(Id) });
export const OPERATORS_PATH = 'manager/operators';
