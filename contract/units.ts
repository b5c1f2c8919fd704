/** Exact by definition (international avoirdupois pound). */
export const KG_PER_LB = 0.45359237;
