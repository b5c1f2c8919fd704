import { USUAL_DENSITY } from '#contract/operations/mixers.ts';

/** SQL: max weight of a load in kg, by the max weight of mixer `m` and by its volume with the density of ration `r`. */
export const MIXER_LIMIT = `least(m.max_weight, round(m.volume * coalesce(r.density, ${USUAL_DENSITY}), 3))`;
