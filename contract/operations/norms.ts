import { z } from 'zod';
import { Intake } from '#contract/intake.ts';
import { Day, Id } from '#contract/kinds.ts';
import { AMOUNT_UNITS, NUTRIENT_UNITS } from '#contract/nutrient-words.ts';
import { defineResource, demanding, IdList, Version } from '#contract/resource.ts';

/** Units of bounds: of a content, or of an amount per head. */
export const MeasureUnitCode = z.enum([...NUTRIENT_UNITS, ...AMOUNT_UNITS]);

/** `head`: amount per head and day. `dry`: content in dry matter, in the nutrient's unit. */
export const NORM_BASES = ['head', 'dry'] as const;
export type NormBasis = (typeof NORM_BASES)[number];

/** Six decimals are stored. Nine restore them from another unit. */
const Bound = z.number().min(-100_000).max(1_000_000).multipleOf(1e-9).nullable().default(null);

/**
 * The norm of a nutrient from a day on, for a group or for all groups of an animal type; the group's own norm comes first. `per: head` is
 * an amount per head and day (g for % and g/kg, mg, MJ, Mcal); `per: dry` is in the nutrient's unit. `unit` names it; bounds that are sent
 * with another unit of the same measure are converted. At least one of `min`, `target`, `max` is given, in rising order. Without a nutrient it is the norm of dry matter in kg per head (`per: head`); `intake` computes its target by a
 * named equation.
 */
export const norms = defineResource({
  id: 'norms',
  final: true,
  path: 'manager/norms',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      animal_type: Id.nullable(),
      animal_type_name: z.string().nullable(),
      group: Id.nullable(),
      group_name: z.string().nullable(),
      farm: Id.nullable(),
      farm_name: z.string().nullable(),
      nutrient: Id.nullable(),
      nutrient_name: z.string().nullable(),
      from: Day,
      min: z.number().nullable(),
      target: z.number().nullable(),
      max: z.number().nullable(),
      per: z.enum(NORM_BASES),
      unit: MeasureUnitCode,
      intake: Intake.nullable(),
      version: Version,
    })
    .meta({ id: 'Norm' }),
  create: z
    .object({
      animal_type: Id.nullable().default(null),
      group: Id.nullable().default(null),
      nutrient: Id.nullable().default(null),
      from: Day,
      min: Bound,
      target: Bound,
      max: Bound,
      per: z.enum(NORM_BASES).default('dry'),
      unit: MeasureUnitCode.optional(),
      intake: Intake.nullable().default(null),
    })
    .refine(({ min, target, max, intake }) => (min ?? target ?? max ?? intake ?? null) !== null, demanding('target'))
    .refine(({ animal_type, group }) => (animal_type ?? group ?? null) !== null, demanding('group')),
  filters: { farm: IdList, group: IdList, animal_type: IdList, nutrient: IdList },
  ordering: ['from', 'nutrient_name', 'animal_type_name', 'group_name'],
});
