import type { TFunction } from 'i18next';
import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { findUnitFactor, type MeasureUnit, type ShownUnit, toShownUnit, toShownValue } from '#contract/nutrient-units.ts';
import { NUTRIENT_UNITS, type NutrientUnit } from '#contract/nutrient-words.ts';
import type { Conventions } from '#contract/words.ts';

/** Decimals of a value in a field. */
const FIELD_DECIMALS = 4;
/** Width in px of a field's unit of a content, such as `Mcal/lb`. */
const WIDE_UNIT = 64;
/** Decimals of a stored value. */
const STORED_DECIMALS = 10;

const isContent = (unit: ShownUnit): unit is NutrientUnit => (NUTRIENT_UNITS as readonly MeasureUnit[]).includes(unit);

/** The value in another unit of the same measure. */
export function convertMeasure(value: number, from: MeasureUnit, to: MeasureUnit): number {
  const factor = findUnitFactor(from, to);
  return factor && factor.times !== factor.per ? round((value * factor.times) / factor.per, STORED_DECIMALS) : value;
}

/** The unit in which a reader types contents of a nutrient. */
export const toTypedUnit = (unit: NutrientUnit, units: Conventions['units']) => toShownUnit(unit, units) as NutrientUnit;

/** The name of the unit in which the reader sees a value. */
export function measureName(t: TFunction, format: Formatter, unit: MeasureUnit): string {
  const shown = toShownUnit(unit, format.units);
  return isContent(shown) ? t(`nutrients:units.${shown}`) : t(`reports:nutrient_unit.${shown}`);
}

/** A value in the reader's unit, without its name; a dash for null. */
export const measureText = (format: Formatter, value: number | null, unit: MeasureUnit): string =>
  format.value('ratio', value === null ? null : toShownValue(value, unit, format.units));

/** Properties of a field for a value of this stored unit. */
export function measureField(t: TFunction, format: Formatter, unit: MeasureUnit) {
  const shown = toShownUnit(unit, format.units);
  return {
    kind: 'ratio' as const,
    decimals: FIELD_DECIMALS,
    unit: measureName(t, format, unit),
    rightSectionWidth: isContent(shown) ? WIDE_UNIT : undefined,
    measure:
      shown === unit
        ? undefined
        : {
            shown: (value: number) => round(convertMeasure(value, unit, shown), FIELD_DECIMALS),
            stored: (value: number) => round(convertMeasure(value, shown, unit), 2 + FIELD_DECIMALS),
          },
  };
}
