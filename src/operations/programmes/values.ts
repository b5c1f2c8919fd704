import { feedOfDay, type ProgrammeStep } from '#contract/operations/programmes.ts';
import { newId } from '#src/core/api/new-id.ts';
import type { Programme } from './columns.ts';

/** A step in the form; `key` identifies steps. */
export interface StepValues {
  key: string;
  day: number | null;
  ration: number | null;
  weight_per_head: number | null;
}

export const programmeValues = (programme: Programme | null, farm: number) => ({
  farm,
  name: programme?.name ?? '',
  blend_days: (programme?.blend_days ?? 3) as number | null,
  steps: programme
    ? programme.steps.map(({ day, ration, weight_per_head }): StepValues => ({ key: newId(), day, ration, weight_per_head }))
    : [newStep([])],
  version: programme?.version,
});
export type ProgrammeValues = ReturnType<typeof programmeValues>;

const STEP_DAYS = 7;

/** The step after those that there are: a week on, the same ration and weight until others are chosen. */
export function newStep(steps: readonly StepValues[]): StepValues {
  const last = steps.at(-1);
  return {
    key: newId(),
    day: last ? (last.day ?? 0) + STEP_DAYS : 1,
    ration: last?.ration ?? null,
    weight_per_head: last?.weight_per_head ?? null,
  };
}

export const programmeBody = ({ steps, blend_days, ...values }: ProgrammeValues) => ({
  ...values,
  blend_days: blend_days ?? 0,
  steps: steps.map(({ day, ration, weight_per_head }) => ({
    day: day ?? undefined,
    ration: ration ?? undefined,
    weight_per_head: weight_per_head ?? undefined,
  })),
});

const isWhole = (step: StepValues): step is StepValues & ProgrammeStep => !!step.day && step.ration !== null && !!step.weight_per_head;

/** Days of the curve beyond its last step, at the least. */
const DAYS_AFTER = 4;

/** The amount of each ration per head and day, from the complete steps; empty if their days don't increase from day 1. */
export function curveOf({ steps, blend_days }: Pick<ProgrammeValues, 'steps' | 'blend_days'>): { day: number; kg: Map<number, number> }[] {
  const whole = steps.filter(isWhole);
  const rises = whole.every(({ day }, at) => (at === 0 ? day === 1 : day > whole[at - 1]!.day));
  if (!rises || whole.length === 0) return [];
  const last = whole.at(-1)!.day + Math.max(blend_days ?? 0, DAYS_AFTER);
  return Array.from({ length: last }, (_, index) => {
    const parts = feedOfDay({ steps: whole, blend_days: blend_days ?? 0 }, index + 1);
    return { day: index + 1, kg: new Map(parts.map(({ step, weight_per_head }) => [step.ration, weight_per_head])) };
  });
}
