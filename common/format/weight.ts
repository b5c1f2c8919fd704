import { KG_PER_LB } from '#contract/units.ts';
import { clean, round } from './decimal.ts';

/** Kilograms, kept to the gram unless more decimals are, of pounds. */
export const kgOfLb = (lb: number, decimals = 3): number => round(lb * KG_PER_LB, decimals);

/** Money per kilogram, kept to five decimals, of money per pound. */
export const perKgOfLb = (perLb: number): number => round(perLb / KG_PER_LB, 5);

/**
 * Pounds of kilograms. The hundredth of a pound that is kept as just these grams is what was typed, or planned in steps of 5 Lbs:
 * it is read again as it was (111.130 kg are 245 Lbs, not 244.99). Of kilograms that are kept to more decimals a pound has one fewer.
 */
export function lbOfKg(kg: number, decimals = 3): number {
  const lb = clean(kg / KG_PER_LB);
  for (let least = 2; least < decimals; least += 1) if (kgOfLb(round(lb, least), decimals) === clean(kg)) return round(lb, least);
  return lb;
}

/** Pounds of kilograms by the conversion alone: sums of pounds are the pounds of the sum. */
export const linearLbOfKg = (kg: number): number => kg / KG_PER_LB;

/** Money per pound of money per kilogram; so many decimals that are kept as just this are read again, four unless more were typed. */
export function perLbOfKg(perKg: number, decimals = 4): number {
  const perLb = clean(perKg * KG_PER_LB);
  for (let least = 4; least <= decimals; least += 1) if (perKgOfLb(round(perLb, least)) === clean(perKg)) return round(perLb, least);
  return perLb;
}
