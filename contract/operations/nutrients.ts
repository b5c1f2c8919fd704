import { z } from 'zod';
import { Id, Language, Name } from '#contract/kinds.ts';
import { NUTRIENT_BASES, NUTRIENT_FORMULAS, NUTRIENT_UNITS, STANDARD_NUTRIENTS } from '#contract/nutrient-words.ts';
import { defineResource, Version } from '#contract/resource.ts';

export const NutrientUnitCode = z.enum(NUTRIENT_UNITS);
export const NutrientBasisCode = z.enum(NUTRIENT_BASES);
const Standard = z.enum(STANDARD_NUTRIENTS);
const Formula = z.enum(NUTRIENT_FORMULAS);

/** Max decimals that a report shows of a nutrient. */
const MAX_DECIMALS = 4;
/** Max nutrients of a client. */
export const MAX_NUTRIENTS = 60;

/**
 * The nutrients that a client counts, in order of `position`. Values have the `unit`, per kilogram of dry matter or as fed (`per`).
 * `standard` names one of the standard nutrients; `formula` derives the values from other nutrients. Unit, basis, standard and formula
 * of a nutrient with values stay as they are.
 */
export const nutrients = defineResource({
  id: 'nutrients',
  path: 'manager/nutrients',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      name: z.string(),
      unit: NutrientUnitCode,
      per: NutrientBasisCode,
      decimals: z.int(),
      position: z.int(),
      standard: Standard.nullable(),
      formula: Formula.nullable(),
      version: Version,
    })
    .meta({ id: 'Nutrient' }),
  create: z.object({
    name: Name,
    unit: NutrientUnitCode.default('percent'),
    per: NutrientBasisCode.default('dry'),
    decimals: z.int().min(0).max(MAX_DECIMALS).default(1),
    position: z.int().min(0).max(10_000).default(0),
    standard: Standard.nullable().default(null),
    formula: Formula.nullable().default(null),
  }),
  filters: {},
  ordering: ['position', 'name'],
});

/** Language of the names, and with `us` also pounds and Mcal. */
export const StarterBody = z.object({ language: Language });
