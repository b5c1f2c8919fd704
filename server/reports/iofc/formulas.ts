import { per, percentOf } from '#server/reports/sql/formulas.ts';

/**
 * Milk made comparable, of kilograms of milk, fat and true protein. All are sums of these, so that the corrected milk of groups or days adds up.
 * - ifcn: M × (0.383 F % + 0.242 P % + 0.7832) ÷ 3.1138, to 4.0 % fat and 3.3 % protein (International Farm Comparison Network)
 * - dhi: 0.327 M + 12.95 F + 7.2 P, to 3.5 % fat and 3.2 % protein (Dairy Records Management Systems, DHI glossary)
 * - fcm35: 0.4324 M + 16.216 F, fat alone, to 3.5 %; fcm4: 0.4 M + 15 F, to 4 % (Gaines)
 */
export const ECM = {
  ifcn: '(0.7832 * kg + 38.3 * fat + 24.2 * protein) / 3.1138',
  dhi: '0.327 * kg + 12.95 * fat + 7.2 * protein',
  fcm35: '0.4324 * kg + 16.216 * fat',
  fcm4: '0.4 * kg + 15 * fat',
} as const;
export type EcmFormula = keyof typeof ECM;

/** Figures of one or many days of milk from their sums; `money` is empty where some of the milk has no price, and what follows from it, too. */
export const milkFigures = (formula: EcmFormula) =>
  ({
    heads: 'heads',
    milk: 'kg',
    milk_per_head: per('kg', 'heads'),
    fat_percent: percentOf('fat', 'kg'),
    protein_percent: percentOf('protein', 'kg'),
    ecm: ECM[formula],
    ecm_per_head: per(ECM[formula], 'heads'),
    dmi: per('eaten', 'heads'),
    efficiency: per(ECM[formula], 'eaten'),
    cost: 'cost',
    cost_per_head: per('cost', 'heads'),
    cost_per_milk: per('cost', 'kg'),
    milk_price: per('money', 'kg'),
    milk_money: 'money',
    iofc: 'money - cost',
    iofc_per_head: per('money - cost', 'heads'),
    feed_share: percentOf('cost', 'money'),
    // The feed of a head ÷ the price of a kilogram.
    breakeven_milk: per('cost * kg', '(money * heads)'),
  }) as const;
