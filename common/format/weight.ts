import { KG_PER_LB } from '#contract/units.ts';
import { clean, round } from './decimal.ts';

/** Kilograms of pounds, rounded to the gram or to more decimals. */
export const kgOfLb = (lb: number, decimals = 3): number => round(lb * KG_PER_LB, decimals);

/** A price per kilogram, with five decimals, of a price per pound. */
export const perKgOfLb = (perLb: number): number => round(perLb / KG_PER_LB, 5);

/**
 * Pounds of kilograms. Returns the hundredth of a pound that is stored as exactly these grams, so that typed pounds are shown again:
 * 111.130 kg are 245 lb, not 244.99. With more decimals of kilograms, pounds have one fewer.
 */
export function lbOfKg(kg: number, decimals = 3): number {
  const lb = clean(kg / KG_PER_LB);
  for (let least = 2; least < decimals; least += 1) if (kgOfLb(round(lb, least), decimals) === clean(kg)) return round(lb, least);
  return lb;
}

/** Pounds of kilograms without rounding, so that a sum of pounds equals the pounds of the sum. */
export const linearLbOfKg = (kg: number): number => kg / KG_PER_LB;

/** A price per pound of a price per kilogram. Returns the decimals that are stored as exactly this price, four unless more were typed. */
export function perLbOfKg(perKg: number, decimals = 4): number {
  const perLb = clean(perKg * KG_PER_LB);
  for (let least = 4; least <= decimals; least += 1) if (perKgOfLb(round(perLb, least)) === clean(perKg)) return round(perLb, least);
  return perLb;
}
