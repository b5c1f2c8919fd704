/** Kilograms per head for a ration in percent, which contains none. */
export const PER_HEAD_KG = 40;
