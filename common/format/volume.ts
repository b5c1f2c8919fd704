import { KG_PER_LB } from '#contract/units.ts';
import { clean } from './decimal.ts';

const M3_PER_FT3 = 0.028316846592;
const KG_M3_PER_LB_FT3 = KG_PER_LB / M3_PER_FT3;
const to = (decimals: number) => (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Cubic metres and kilograms per cubic metre, stored to four decimals. Readers with pounds see and type cubic feet. */
const METRIC = { shown: clean, stored: to(4) };
const measure = (factor: number) => ({
  kg: METRIC,
  lb: { shown: (value: number) => to(2)(value / factor), stored: (value: number) => to(4)(value * factor) },
});
export const VOLUME = measure(M3_PER_FT3);
export const DENSITY = measure(KG_M3_PER_LB_FT3);
