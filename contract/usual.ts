/**
 * A slip of two places (kilograms for tonnes, a fraction for percent, kopecks for hryvnias) is off by a hundred; figures alike differ
 * by some three times. A screen asks about a figure that is this many times off; the API takes the figure.
 */
const FAR_OFF = 30;

export const isUnusual = (given: number, usual: number | null): usual is number =>
  usual !== null && usual > 0 && given > 0 && (given >= usual * FAR_OFF || given * FAR_OFF <= usual);
