import { USUAL_DENSITY } from '#contract/operations/mixers.ts';

/** SQL of what a load may weigh, in kg: what the mixer `m` bears, and what of the ration `r` goes into its volume. */
export const MIXER_LIMIT = `least(m.max_weight, round(m.volume * coalesce(r.density, ${USUAL_DENSITY}), 3))`;
