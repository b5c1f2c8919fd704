/** Units of a nutrient: in a kilogram of feed, or in a pound of it for `mcal_lb`. `ppm` equals `mg_kg`; `unit_kg` counts feed units. */
export const NUTRIENT_UNITS = ['percent', 'g_kg', 'mg_kg', 'ppm', 'mj_kg', 'mcal_kg', 'mcal_lb', 'unit_kg', 'meq_kg'] as const;
export type NutrientUnit = (typeof NUTRIENT_UNITS)[number];

/**
 * Units of an amount per head. Readers of pounds see `g` as pounds. `mineral_g` are grams of minerals and amino acids, which they count in
 * grams, too.
 */
export const AMOUNT_UNITS = ['kg', 'lb', 'g', 'mineral_g', 'mg', 'mj', 'mcal', 'units', 'meq'] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

/** Basis of a value: a kilogram of dry matter, or of feed as fed. */
export const NUTRIENT_BASES = ['dry', 'fresh'] as const;
export type NutrientBasis = (typeof NUTRIENT_BASES)[number];

/** Standard nutrients that a laboratory measures in dry matter. */
export const MEASURED_NUTRIENTS = ['protein', 'ndf', 'adf', 'starch', 'sugar', 'fat', 'ash'] as const;
/** Standard nutrients that are counted in grams everywhere. */
export const MINERALS = ['calcium', 'phosphorus', 'magnesium', 'potassium', 'sodium', 'sulfur', 'chloride'] as const;
/** Standard nutrients: they join a client's list with the feed library, formulas and reports. */
export const STANDARD_NUTRIENTS = [
  ...MEASURED_NUTRIENTS,
  ...MINERALS,
  'nel',
  'me',
  'tdn',
  'digestible_protein',
  'feed_units',
  'energy_feed_units',
  'nfc',
  'dcad',
] as const;
export type StandardNutrient = (typeof STANDARD_NUTRIENTS)[number];

/** Formulas that derive a nutrient from others of the same feed. */
export const NUTRIENT_FORMULAS = ['nfc_nrc2001', 'dcad_nrc2001', 'nel_tdn_nrc1989', 'me_tdn_nrc2001', 'energy_feed_units_me'] as const;
export type NutrientFormula = (typeof NUTRIENT_FORMULAS)[number];

interface FormulaParts {
  /** The result's unit, per kilogram of dry matter. */
  unit: NutrientUnit;
  constant: number;
  /** Factor of each part in this unit per kilogram of dry matter. */
  parts: readonly { of: StandardNutrient; unit: NutrientUnit; factor: number }[];
  source: string;
}

const inPercent = (of: StandardNutrient, factor: number) => ({ of, unit: 'percent', factor }) as const;

/** Each formula is a constant plus the sum of factor × part. */
export const FORMULA_PARTS: Record<NutrientFormula, FormulaParts> = {
  nfc_nrc2001: {
    unit: 'percent',
    constant: 100,
    parts: [inPercent('protein', -1), inPercent('ndf', -1), inPercent('fat', -1), inPercent('ash', -1)],
    source: 'NRC 2001, Nutrient Requirements of Dairy Cattle, chapter 4',
  },
  dcad_nrc2001: {
    unit: 'meq_kg',
    constant: 0,
    parts: [inPercent('sodium', 435), inPercent('potassium', 256), inPercent('chloride', -282), inPercent('sulfur', -624)],
    source: 'Ender et al. 1971; NRC 2001, chapter 9',
  },
  nel_tdn_nrc1989: {
    unit: 'mcal_kg',
    constant: -0.12,
    parts: [inPercent('tdn', 0.0245)],
    source: 'NRC 1989, Nutrient Requirements of Dairy Cattle: NEL = 0.0245 × TDN − 0.12',
  },
  me_tdn_nrc2001: {
    unit: 'mcal_kg',
    constant: -0.45,
    // 1.01 × 0.04409: digestible energy of TDN, then metabolisable energy.
    parts: [inPercent('tdn', 0.0445309)],
    source: 'NRC 1989/2001: DE = 0.04409 × TDN, ME = 1.01 × DE − 0.45',
  },
  energy_feed_units_me: {
    unit: 'unit_kg',
    constant: 0,
    parts: [{ of: 'me', unit: 'mj_kg', factor: 0.1 }],
    source: '1 energy feed unit = 10 MJ of metabolisable energy (Kalashnikov et al. 2003)',
  },
};
