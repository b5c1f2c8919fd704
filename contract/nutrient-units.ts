import { AMOUNT_UNITS, type AmountUnit, MINERALS, NUTRIENT_UNITS, type NutrientUnit, type StandardNutrient } from './nutrient-words.ts';
import { KG_PER_LB } from './units.ts';
import type { Conventions } from './words.ts';

/** Thermochemical megajoules of a megacalorie, exact by definition. */
const MJ_PER_MCAL = 4.184;

type Measure =
  | 'mass'
  | 'energy'
  | 'feed_units'
  | 'charge'
  | 'mass_per_head'
  | 'energy_per_head'
  | 'feed_units_per_head'
  | 'charge_per_head';
export type MeasureUnit = NutrientUnit | AmountUnit;
export type ShownUnit = Exclude<MeasureUnit, 'mineral_g'>;

/** The unit as `times ÷ per` of its measure's base: kg per kg, MJ per kg, feed units per kg, mEq per kg. Two numbers keep the factor exact. */
const UNITS: Record<MeasureUnit, { measure: Measure; times: number; per: number }> = {
  percent: { measure: 'mass', times: 1, per: 100 },
  g_kg: { measure: 'mass', times: 1, per: 1000 },
  mg_kg: { measure: 'mass', times: 1, per: 1_000_000 },
  ppm: { measure: 'mass', times: 1, per: 1_000_000 },
  mj_kg: { measure: 'energy', times: 1, per: 1 },
  mcal_kg: { measure: 'energy', times: MJ_PER_MCAL, per: 1 },
  mcal_lb: { measure: 'energy', times: MJ_PER_MCAL, per: KG_PER_LB },
  unit_kg: { measure: 'feed_units', times: 1, per: 1 },
  meq_kg: { measure: 'charge', times: 1, per: 1 },
  kg: { measure: 'mass_per_head', times: 1, per: 1 },
  lb: { measure: 'mass_per_head', times: KG_PER_LB, per: 1 },
  g: { measure: 'mass_per_head', times: 1, per: 1000 },
  mineral_g: { measure: 'mass_per_head', times: 1, per: 1000 },
  mg: { measure: 'mass_per_head', times: 1, per: 1_000_000 },
  mj: { measure: 'energy_per_head', times: 1, per: 1 },
  mcal: { measure: 'energy_per_head', times: MJ_PER_MCAL, per: 1 },
  units: { measure: 'feed_units_per_head', times: 1, per: 1 },
  meq: { measure: 'charge_per_head', times: 1, per: 1 },
};

/** Max value of each content by physics: a whole kilogram of mass, and somewhat more energy than pure fat contains. */
const MAX_OF_MEASURE: Partial<Record<Measure, number>> = { mass: 1, energy: 40, feed_units: 5, charge: 100_000 };

/** Factor `times ÷ per` that converts a value from one unit to another; null if they measure different things. */
export function findUnitFactor(from: MeasureUnit, to: MeasureUnit): { times: number; per: number } | null {
  const [a, b] = [UNITS[from], UNITS[to]];
  if (a.measure !== b.measure) return null;
  return { times: a.times * b.per, per: a.per * b.times };
}

/** The largest possible value in a unit. */
export const maxOfUnit = (unit: NutrientUnit): number => ((MAX_OF_MEASURE[UNITS[unit].measure] ?? 0) * UNITS[unit].per) / UNITS[unit].times;

/** Units that readers see instead, by their own units. American feed tests and rations have %, ppm, Mcal/lb, lb and Mcal. */
const READ_AS: Record<Conventions['units'], Partial<Record<MeasureUnit, ShownUnit>>> = {
  kg: { mcal_lb: 'mcal_kg', lb: 'kg', mineral_g: 'g' },
  lb: { g_kg: 'percent', mg_kg: 'ppm', mj_kg: 'mcal_lb', mcal_kg: 'mcal_lb', kg: 'lb', g: 'lb', mineral_g: 'g', mj: 'mcal' },
};

/** The unit in which a reader sees a value of this unit. */
export const toShownUnit = (unit: MeasureUnit, units: Conventions['units']): ShownUnit => READ_AS[units][unit] ?? (unit as ShownUnit);

/** The value in the reader's unit, without rounding. */
export function toShownValue(value: number, unit: MeasureUnit, units: Conventions['units']): number {
  const factor = findUnitFactor(unit, toShownUnit(unit, units));
  return factor && factor.times !== factor.per ? (value * factor.times) / factor.per : value;
}

/** The unit of a nutrient's amount per head; null is dry matter. */
export function toAmountUnit(nutrient: { unit: NutrientUnit; standard: StandardNutrient | null } | null): AmountUnit {
  if (!nutrient) return 'kg';
  const amount = AMOUNT_OF_UNIT[nutrient.unit];
  return amount === 'g' && isMineral(nutrient) ? 'mineral_g' : amount;
}

const isMineral = ({ unit, standard }: { unit: NutrientUnit; standard: StandardNutrient | null }) =>
  standard === null ? unit === 'g_kg' : (MINERALS as readonly StandardNutrient[]).includes(standard);

/** The unit of an amount per head by the unit of the content. */
export const AMOUNT_OF_UNIT: Record<NutrientUnit, Exclude<AmountUnit, 'mineral_g'>> = {
  percent: 'g',
  g_kg: 'g',
  mg_kg: 'mg',
  ppm: 'mg',
  mj_kg: 'mj',
  mcal_kg: 'mcal',
  mcal_lb: 'mcal',
  unit_kg: 'units',
  meq_kg: 'meq',
};

/** Factor from kilograms of feed × content to the amount per head, by the unit of the content. */
export function findAmountFactor(unit: NutrientUnit): { times: number; per: number } {
  if (unit === 'percent') return { times: 10, per: 1 };
  return { times: 1, per: unit === 'mcal_lb' ? KG_PER_LB : 1 };
}

type Shown = Partial<Record<MeasureUnit, { unit: MeasureUnit; times: number; per: number }>>;

/** Units with their factors that readers see instead: data of a report's column, so that the browser needs no table. */
export const SHOWN_UNITS = Object.fromEntries(
  (['kg', 'lb'] as const).map((units) => [
    units,
    Object.fromEntries(
      [...NUTRIENT_UNITS, ...AMOUNT_UNITS].flatMap((from) => {
        const unit = toShownUnit(from, units);
        const factor = findUnitFactor(from, unit);
        return unit === from || !factor ? [] : [[from, { unit, ...factor }]];
      }),
    ),
  ]),
) as Record<Conventions['units'], Shown>;
