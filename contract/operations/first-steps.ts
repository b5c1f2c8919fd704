import { z } from 'zod';
import { Id } from '#contract/kinds.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** What a client enters before its first report, in this order. */
export const FIRST_ENTRIES = [
  'companies',
  'farms',
  'stocks',
  'ingredients',
  'deliveries',
  'groups',
  'rations',
  'mixers',
  'schedules',
] as const satisfies readonly ResourceId[];
/** The last is a recorded feeding. */
export const FIRST_STEPS = [...FIRST_ENTRIES, 'records'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** `company` and `farm`: where the next steps are taken, once there is one. */
export const FirstSteps = z
  .object({ done: z.array(z.enum(FIRST_STEPS)), company: Id.nullable(), farm: Id.nullable() })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof FirstSteps>;
