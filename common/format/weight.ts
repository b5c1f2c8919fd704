import { KG_PER_LB } from '#contract/units.ts';
import { clean, round } from './decimal.ts';

/** Kilograms, kept to the gram, of pounds. */
export const kgOfLb = (lb: number): number => round(lb * KG_PER_LB, 3);

/** Money per kilogram, kept to five decimals, of money per pound. */
export const perKgOfLb = (perLb: number): number => round(perLb / KG_PER_LB, 5);

/**
 * Pounds of kilograms. The hundredth of a pound that is kept as just these grams is what was typed, or planned in steps of 5 Lbs:
 * it is read again as it was (111.130 kg are 245 Lbs, not 244.99).
 */
export function lbOfKg(kg: number): number {
  const lb = clean(kg / KG_PER_LB);
  const typed = round(lb, 2);
  return kgOfLb(typed) === clean(kg) ? typed : lb;
}

/** Money per pound of money per kilogram; four decimals that are kept as just this are read again. */
export function perLbOfKg(perKg: number): number {
  const perLb = clean(perKg * KG_PER_LB);
  const typed = round(perLb, 4);
  return perKgOfLb(typed) === clean(perKg) ? typed : perLb;
}
