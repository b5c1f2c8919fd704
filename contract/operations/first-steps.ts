import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** What every client enters first, in this order. */
const COMMON_ENTRIES = ['companies', 'farms', 'stocks', 'ingredients', 'deliveries'] as const satisfies readonly ResourceId[];
/** What a client that feeds animals enters before its first report. */
const FEEDING_ENTRIES = [...COMMON_ENTRIES, 'groups', 'rations', 'mixers', 'schedules'] as const satisfies readonly ResourceId[];
/** What a client with compound feed alone enters before its first report. */
const COMPOUND_ENTRIES = [...COMMON_ENTRIES, 'recipes', 'mixers', 'batches'] as const satisfies readonly ResourceId[];
export const FIRST_ENTRIES: readonly ResourceId[] = [...FEEDING_ENTRIES, 'recipes', 'batches'];

/** The last step is a recorded feeding. */
export const FIRST_STEPS = [...FEEDING_ENTRIES, 'records'] as const;
/** The last step is compound feed that was made, as a batch or at once. */
const COMPOUND_STEPS = [...COMPOUND_ENTRIES, 'made'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number] | (typeof COMPOUND_STEPS)[number];
export const ALL_STEPS: readonly FirstStep[] = [...FIRST_STEPS, 'recipes', 'batches', 'made'];

/** The steps of a client with these modules. */
export const firstStepsOf = (modules: readonly string[]): readonly FirstStep[] =>
  modules.includes('manger') ? FIRST_STEPS : COMPOUND_STEPS;

/** `company` and `farm`: where the next steps are taken, once there is one. */
export const FirstSteps = z
  .object({ done: z.array(z.enum(ALL_STEPS)), company: Id.nullable(), farm: Id.nullable() })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof FirstSteps>;
