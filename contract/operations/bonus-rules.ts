import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, IdList, Version } from '#contract/resource.ts';
import { BONUS_MEASURES, type BonusMeasure } from './bonus-measures.ts';

const WEEK = 604_800;
const ABOVE_ALL = 99_999_999;
/** Possible values of each measure. A step beyond them could never be reached. */
export const BONUS_LIMITS: Record<BonusMeasure, { least: number; most: number }> = {
  bullseye: { least: 0, most: 100 },
  loading_bias: { least: 0, most: ABOVE_ALL },
  punctuality: { least: -WEEK, most: WEEK },
  completeness: { least: 0, most: 100 },
  deviation: { least: 0, most: ABOVE_ALL },
  loading_cost_of_error: { least: 0, most: ABOVE_ALL },
};

/** From this value of a measure on, the bonus is multiplied by `factor`: above 1 it adds, below 1 it takes away. */
export const BonusStep = z.object({
  measure: z.enum(BONUS_MEASURES),
  from: z.number().multipleOf(0.001),
  factor: z
    .number()
    .positive('min_val')
    .max(10)
    .multipleOf(0.0001)
    .refine((factor) => factor !== 1),
});
export type BonusStep = z.infer<typeof BonusStep>;

/** The steps of a rule: reachable, and none twice. */
export const BonusSteps = z
  .array(BonusStep)
  .min(1)
  .max(40)
  .check(({ value: steps, issues }) => {
    for (const [index, { measure, from }] of steps.entries()) {
      const { least, most } = BONUS_LIMITS[measure];
      const path = [index, 'from'];
      const number = { origin: 'number', inclusive: true, input: from } as const;
      if (from < least) issues.push({ ...number, path, code: 'too_small', minimum: least });
      else if (from > most) issues.push({ ...number, path, code: 'too_big', maximum: most });
      else if (steps.findIndex((other) => other.measure === measure && other.from === from) < index)
        issues.push({ code: 'custom', message: 'not_unique', input: from, path });
    }
  });

/** An amount of money above 0, to the kopeck. */
const BonusBase = z.number().positive('min_val').max(ABOVE_ALL).multipleOf(0.01);

/**
 * A farm's payment of loaders: `base` per person and month in the client's currency, times the factor of every reached step. A farm's rules
 * add up. Closed months keep their rules.
 */
export const bonusRules = defineResource({
  id: 'bonusrules',
  path: 'manager/bonusrules',
  permission: 'blanks',
  row: z
    .object({ id: Id, farm: Id, farm_name: z.string(), name: z.string(), base: z.number(), steps: z.array(BonusStep), version: Version })
    .meta({ id: 'BonusRule' }),
  create: z.object({ farm: Id, name: Name, base: BonusBase, steps: BonusSteps }),
  filters: { farm: IdList },
  ordering: ['name', 'farm_name', 'base'],
});

/** A rule as stored with a closed month. */
export const KeptBonusRule = bonusRules.create.omit({ farm: true }).extend({ id: Id });
