import type { WeightKind } from '#contract/operations/weights.ts';

/** Of one moment, who came is weighed before who left. */
export const TURNS: readonly WeightKind[] = ['in', 'check', 'death', 'out'];
