import type { NutrientUnit } from '#contract/nutrient-words.ts';
import { KG_PER_LB } from '#contract/units.ts';

/** Thermochemical megajoules of a megacalorie, exact by definition. */
export const MJ_PER_MCAL = 4.184;

type Measure = 'mass' | 'energy' | 'feed_units' | 'charge';

/** The unit as `times ÷ per` of its measure's base: kg per kg, MJ per kg, feed units per kg, mEq per kg. Two numbers keep the factor exact. */
const UNITS: Record<NutrientUnit, { measure: Measure; times: number; per: number }> = {
  percent: { measure: 'mass', times: 1, per: 100 },
  g_kg: { measure: 'mass', times: 1, per: 1000 },
  mg_kg: { measure: 'mass', times: 1, per: 1_000_000 },
  ppm: { measure: 'mass', times: 1, per: 1_000_000 },
  mj_kg: { measure: 'energy', times: 1, per: 1 },
  mcal_kg: { measure: 'energy', times: MJ_PER_MCAL, per: 1 },
  mcal_lb: { measure: 'energy', times: MJ_PER_MCAL, per: KG_PER_LB },
  unit_kg: { measure: 'feed_units', times: 1, per: 1 },
  meq_kg: { measure: 'charge', times: 1, per: 1 },
};

/** Max value of each unit by physics: a whole kilogram of mass, and somewhat more energy than pure fat contains. */
const MAX_OF_MEASURE: Record<Measure, number> = { mass: 1, energy: 40, feed_units: 5, charge: 100_000 };

/** Factor `times ÷ per` that converts a value from one unit to another; null if they measure different things. */
export function findUnitFactor(from: NutrientUnit, to: NutrientUnit): { times: number; per: number } | null {
  const [a, b] = [UNITS[from], UNITS[to]];
  if (a.measure !== b.measure) return null;
  return { times: a.times * b.per, per: a.per * b.times };
}

/** The largest possible value in a unit. */
export const maxOfUnit = (unit: NutrientUnit): number => (MAX_OF_MEASURE[UNITS[unit].measure] * UNITS[unit].per) / UNITS[unit].times;
