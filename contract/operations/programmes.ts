import { z } from 'zod';
import { Day, Id, Name, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';
import { RationSize } from './periods.ts';

/** From this day on feed on (starting with 1) a head gets this ration, `weight_per_head` kg as fed a day. */
export const ProgrammeStep = z.object({
  day: z.int().min(1).max(2000),
  ration: Id,
  weight_per_head: Weight.min(0.001).max(1000),
});
export type ProgrammeStep = z.infer<typeof ProgrammeStep>;

/**
 * The feed of a group by its days on feed. Kilograms change linearly between steps and stay after the last one. A step with another ration
 * blends both for `blend_days`, with more of the new one each day.
 */
export const programmes = defineResource({
  id: 'programmes',
  path: 'manager/programmes',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      blend_days: z.int(),
      steps: z.array(ProgrammeStep.extend({ ration_name: z.string(), ration_size: RationSize })),
      /** The groups that it feeds, with their first days. */
      groups: z.array(z.object({ group: Id, group_name: z.string(), started_on: Day })),
      version: Version,
    })
    .meta({ id: 'Programme' }),
  create: z.object({
    farm: Id,
    name: Name,
    blend_days: z.int().min(0).max(60).default(0),
    steps: z.array(ProgrammeStep).min(1).max(60),
  }),
  filters: { farm: IdList },
  ordering: ['name', 'farm_name'],
});

const grams = (kg: number) => Math.round(kg * 1000);

/** Share of the new ration on a day of the blend, counted from its first day. */
const blended = (daysAfter: number, blendDays: number) => Math.min(1, (daysAfter + 1) / (blendDays + 1));

/** Feed of a head on a day on feed, by ration, in whole grams; two rations during a blend. Steps rise by day, from day 1. */
export function feedOfDay<S extends ProgrammeStep>(
  { steps, blend_days }: { steps: readonly S[]; blend_days: number },
  day: number,
): { step: S; weight_per_head: number }[] {
  const at = steps.findLastIndex((step) => step.day <= day);
  const step = steps[at];
  if (!step) return [];
  const next = steps[at + 1];
  const risen = next ? ((grams(next.weight_per_head) - grams(step.weight_per_head)) * (day - step.day)) / (next.day - step.day) : 0;
  const whole = grams(step.weight_per_head) + Math.round(risen);
  const before = steps[at - 1];
  const share = before && before.ration !== step.ration ? blended(day - step.day, blend_days) : 1;
  const own = Math.round(whole * share);
  return [
    ...(before && own < whole ? [{ step: before, weight_per_head: (whole - own) / 1000 }] : []),
    { step, weight_per_head: own / 1000 },
  ];
}

/** The first step, from the second on, that is too short for a blend of `blend_days`; null without one. */
export function tightestBlend(steps: readonly Pick<ProgrammeStep, 'day' | 'ration'>[]): number | null {
  const spans = steps.flatMap(({ day, ration }, at) => {
    const [before, next] = [steps[at - 1], steps[at + 1]];
    return before && next && before.ration !== ration ? [next.day - day] : [];
  });
  return spans.length > 0 ? Math.min(...spans) : null;
}
