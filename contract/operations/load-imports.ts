import { z } from 'zod';
import { FieldError } from '#contract/errors.ts';
import { Day, Id, Weight } from '#contract/kinds.ts';

/** Max weighings of one import: loads of ingredients and of groups together. */
export const MAX_WEIGHINGS = 100_000;
/** Max refusals, unusual weighings and early loads in an answer; `wrong`, `far_off` and `early` count all. */
export const MAX_NAMED = 500;

const word = z.string().min(1).max(80);
const namedField = <N extends string>(name: N) =>
  ({ [name]: Id.optional(), [`${name}_name`]: word.optional() }) as Record<N, z.ZodOptional<typeof Id>> &
    Record<`${N}_name`, z.ZodOptional<typeof word>>;

/**
 * `load` is the load's (batch's) number in the other program. `at` is a day, or a day and time by the farm's clock unless it has an offset.
 */
const ofLoad = {
  ...namedField('farm'),
  load: word,
  /** The planned feeding that the load finishes. Without it, the load becomes a feeding of its own. */
  schedule: Id.optional(),
  at: z.string().trim().min(8).max(40),
  ...namedField('ration'),
  ...namedField('mixer'),
  /** Without a target the actual weight is the plan. */
  target: Weight.nullable().default(null),
  actual: Weight,
};

/** A weighing of an ingredient that went into a mixer. */
export const LoadedRow = z.strictObject({ ...ofLoad, ...namedField('ingredient') });
/** A weighing of a fed group. Without heads, the count of that day is valid. */
export const FedRow = z.strictObject({
  ...ofLoad,
  ...namedField('group'),
  heads: z.int().nonnegative().max(1_000_000).nullable().default(null),
});

const rows = z.array(z.record(z.string().max(100), z.unknown())).max(MAX_WEIGHINGS);

/**
 * Loads of the past, all or nothing: weighings by load and ingredient, and by load and group. References are ids (`mixer`) or names
 * (`mixer_name`). Farm, source, day and number identify a load: the same load again changes nothing.
 */
export const LoadImportBody = z
  .object({
    /** The farm of rows that name none. */
    farm: Id.optional(),
    /** The program or device that counted the loads. */
    source: z.string().trim().min(1).max(60).default('file'),
    /** Only reports the effect, with every refusal as `errors` of the answer. */
    dry_run: z.boolean().default(false),
    items: rows.min(1),
    groups: rows.default([]),
  })
  .refine(({ items, groups }) => items.length + groups.length <= MAX_WEIGHINGS, { path: ['groups'] });
/** Identification of a load, in addition to farm and day. */
export const LoadImportNumber = z.object({ source: z.string().min(1).max(60), number: z.string().min(1).max(80) });
export type LoadImportBody = z.output<typeof LoadImportBody>;

const Found = z.object({ name: z.string(), rows: z.int() });

export const LoadImported = z
  .object({
    created: z.int(),
    planned: z.int().meta({ description: 'New loads that finish planned feedings' }),
    same: z.int(),
    wrong: z.int().meta({ description: 'Rows that are refused' }),
    weighings: z.int(),
    /** Loads without a weighing of a group: they stay loaded, not unloaded. */
    not_unloaded: z.int(),
    /** Loads that wait for the confirmation of a weighing. Only access keys write such loads. */
    implausible: z.int(),
    loaded: z.number(),
    fed: z.number(),
    from: Day.nullable(),
    to: Day.nullable(),
    /** Rations that the import adds, made of the last load of that name. */
    rations: z.array(z.string()),
    unknown: z.object({ ingredients: z.array(Found), mixers: z.array(Found), groups: z.array(Found) }),
    far_off: z.int().meta({ description: 'Weighings far from their target' }),
    unusual: z.array(z.object({ row: z.string(), target: z.number(), actual: z.number() })),
    early: z.int().meta({ description: 'Loads of a dry run on days far before all others and before the farm’s first entry' }),
    early_loads: z.array(z.object({ row: z.string(), day: Day, next: Day })),
    errors: z.record(z.string(), z.array(FieldError)),
  })
  .meta({ id: 'LoadImported' });
export type LoadImported = z.output<typeof LoadImported>;
