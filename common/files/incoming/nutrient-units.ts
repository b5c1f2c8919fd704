import { findUnitFactor } from '#contract/nutrient-units.ts';
import type { NutrientBasis, NutrientUnit } from '#contract/nutrient-words.ts';

/** Words for units of nutrients in the languages of laboratories, without spaces. */
const UNIT_WORDS: Record<NutrientUnit, string> = {
  percent: '% percent prozent procent pct проц відс',
  g_kg: 'g/kg г/кг',
  mg_kg: 'mg/kg мг/кг',
  ppm: 'ppm',
  mj_kg: 'mj/kg мдж/кг',
  mcal_kg: 'mcal/kg мкал/кг',
  mcal_lb: 'mcal/lb mcal/lbs мкал/фунт',
  unit_kg: 'units/kg unit/kg од/кг ед/кг ко/кг ке/кг fu/kg',
  meq_kg: 'meq/kg мекв/кг мэкв/кг',
};
const BASIS_WORDS: Record<NutrientBasis, string> = {
  dry: 'dm ofdm indm dry drymatter drybasis ср вср нср св всв tm dertm intm ts ms dems ss sullass ds vands sm s.m. wsm su ka kuivaines сухоїречовини сухоговещества',
  fresh:
    'asfed asis asreceived fed fresh fm infm om нат натур наткорм натурального frischmasse os brut surbrut mb talquale tq product prod ś.m. św.m. caatare söödas',
};

const byLength = (words: Record<string, string>) =>
  Object.entries(words)
    .flatMap(([code, list]) => list.split(' ').map((word) => [word, code] as const))
    .toSorted(([a], [b]) => b.length - a.length);
const UNITS = byLength(UNIT_WORDS) as (readonly [string, NutrientUnit])[];
const BASES = new Map(byLength(BASIS_WORDS)) as Map<string, NutrientBasis>;

interface ReadUnit {
  /** Factor of a value to the nutrient's own unit. */
  times: number;
  /** Basis of the values; null if the text names none. */
  per: NutrientBasis | null;
}

/**
 * Returns factor and basis of a nutrient's column by its unit: `% DM`, `g/kg as fed`; without a unit, the column is `written` in that one. Null if
 * the text is no such unit.
 */
export function findNutrientUnit(text: string, unit: NutrientUnit, written = unit): ReadUnit | null {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s()[\]:*]/g, '');
  const [word = '', named] = UNITS.find(([one]) => words.startsWith(one)) ?? [];
  const rest = words.slice(word.length).replace(/^[,./;-]/, '');
  const per = rest === '' ? null : BASES.get(rest);
  const factor = findUnitFactor(named ?? written, unit);
  if (per === undefined || factor === null) return null;
  return { times: factor.times / factor.per, per };
}
