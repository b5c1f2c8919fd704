import type { WeightKind } from '#contract/operations/weights.ts';

/** Order of weighings of one moment: arrivals precede departures. */
export const TURNS: readonly WeightKind[] = ['in', 'check', 'death', 'out'];
