import { KG_PER_LB } from '../../../contract/units.ts';
import { clean, round, truncate } from './decimal.ts';

export const lbOfKg = (kg: number): number => clean(kg / KG_PER_LB);

/**
 * Kilograms (to the gram) of typed pounds (at most 2 decimals): the nearest gram that reads back as what was typed.
 * The nearest gram alone would turn 7 Lbs into 6.99.
 */
export function kgOfLb(lb: number): number {
  const kg = round(lb * KG_PER_LB, 3);
  return truncate(lbOfKg(kg)) < lb ? round(kg + 0.001, 3) : kg;
}
