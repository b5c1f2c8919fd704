import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** First entries of every client, in order. A delivery counts as an opening balance. */
const COMMON_ENTRIES = ['companies', 'farms', 'stocks', 'ingredients', 'openings'] as const satisfies readonly ResourceId[];
/** Entries before the first report, for a client with feeding. */
const FEEDING_ENTRIES = [...COMMON_ENTRIES, 'groups', 'rations', 'mixers', 'schedules'] as const satisfies readonly ResourceId[];
/** Entries before the first report, for a client with compound feed only. */
const COMPOUND_ENTRIES = [...COMMON_ENTRIES, 'recipes', 'mixers', 'batches'] as const satisfies readonly ResourceId[];
export const FIRST_ENTRIES: readonly ResourceId[] = [...FEEDING_ENTRIES, 'deliveries', 'recipes', 'batches'];

/** The last step is a recorded feeding. */
export const FIRST_STEPS = [...FEEDING_ENTRIES, 'records'] as const;
/** The last step is finished compound feed, as a batch or a craft. */
const COMPOUND_STEPS = [...COMPOUND_ENTRIES, 'made'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number] | (typeof COMPOUND_STEPS)[number];
export const ALL_STEPS: readonly FirstStep[] = [...FIRST_STEPS, 'recipes', 'batches', 'made'];

/** The steps of a client with these modules. */
export const firstStepsOf = (modules: readonly string[]): readonly FirstStep[] =>
  modules.includes('manger') ? FIRST_STEPS : COMPOUND_STEPS;

/** `company` and `farm` are the place of the next steps, if one exists; `feeding` is the first unfinished feeding of today or later. */
export const FirstSteps = z
  .object({ done: z.array(z.enum(ALL_STEPS)), company: Id.nullable(), farm: Id.nullable(), feeding: Id.nullable() })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof FirstSteps>;
