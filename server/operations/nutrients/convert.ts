import { round } from '#common/format/decimal.ts';
import { findUnitFactor } from '#contract/nutrient-units.ts';
import type { NutrientBasis, NutrientUnit } from '#contract/nutrient-words.ts';

/** Decimals of a stored value. */
export const VALUE_DECIMALS = 10;

export interface NutrientMeasure {
  unit: NutrientUnit;
  per: NutrientBasis;
}

/**
 * Converts a value of a nutrient. `percent` is the dry matter of the sample. Returns the name of the field that is wrong or missing if the
 * units measure different things, or the basis changes without a dry matter.
 */
export function convertValue(
  value: number,
  from: NutrientMeasure,
  to: NutrientMeasure,
  percent: number | null,
): { value: number } | { problem: 'unit' | 'dry_matter' } {
  const factor = findUnitFactor(from.unit, to.unit);
  if (!factor) return { problem: 'unit' };
  const inUnit = (value * factor.times) / factor.per;
  if (from.per === to.per) return { value: round(inUnit, VALUE_DECIMALS) };
  if (percent === null) return { problem: 'dry_matter' };
  return { value: round(from.per === 'fresh' ? (inUnit * 100) / percent : (inUnit * percent) / 100, VALUE_DECIMALS) };
}
