import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isFarOff, isOverFull, leftInMixer } from '#contract/operations/weighing.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Known } from './news.ts';

/** What is weighed of a schedule in one of its two stages. */
interface Stage {
  field: 'items' | 'groups';
  /** What lies in the mixer beside what is weighed. */
  beside: number;
  tolerance: number;
  maximum: number;
  plans: ReadonlyMap<number, number>;
}

export const loading = (row: ScheduleRow): Stage => ({
  field: 'items',
  beside: leftInMixer(row),
  tolerance: row.loading_admittance,
  maximum: row.max_weight,
  plans: new Map(row.items.map((item) => [item.ingredient, item.weight_plan])),
});

/** No more can come out of a mixer than it holds. */
export const unloading = (row: ScheduleRow): Stage => ({
  field: 'groups',
  beside: 0,
  tolerance: row.unloading_admittance,
  maximum: row.max_weight,
  plans: new Map(row.groups.map((group) => [group.group, group.weight_plan])),
});

/** The part whose new weight fills the mixer over its maximum: the one that grew most. Nothing when it fits, or grew no heavier. */
export function overflowing(stage: Stage, recorded: ReadonlyMap<number, Known>, reported: ReadonlyMap<number, Known>): number | undefined {
  const after = [...new Map([...recorded, ...reported]).values()].map((part) => part.weight_fact ?? 0);
  const grown = [...reported].map(([id, part]) => ({ id, by: (part.weight_fact ?? 0) - (recorded.get(id)?.weight_fact ?? 0) }));
  const heavier = grown.reduce((sum, { by }) => sum + by, 0) > 0.0005;
  if (!heavier || !isOverFull(stage.maximum, [stage.beside, ...after])) return undefined;
  return grown.toSorted((a, b) => b.by - a.by)[0]?.id;
}

/** 400 at the weight that fills the mixer over its maximum; `places` are the parts in the order in which they were named. */
export function demandRoom(
  stage: Stage,
  recorded: ReadonlyMap<number, Known>,
  reported: ReadonlyMap<number, Known>,
  places: readonly number[],
): void {
  const over = overflowing(stage, recorded, reported);
  if (over === undefined) return;
  throw invalid(`${stage.field}.${places.lastIndexOf(over)}.weight_fact`, 'mixer_weight', { limit: stage.maximum });
}

/**
 * What a report says, judged. A person has answered for it already: more than the mixer holds is refused. A terminal can't be asked: what
 * it says beyond the maximum or far from plan is kept and waits for a person. Where nothing was weighed nothing can have slipped.
 */
export function judged(
  { principal }: ClientContext,
  stage: Stage,
  recorded: ReadonlyMap<number, Known>,
  reported: ReadonlyMap<number, Known>,
  places: readonly number[],
): Map<number, Known> {
  const isTerminal = principal.id === null;
  if (!isTerminal) demandRoom(stage, recorded, reported, places);
  const over = overflowing(stage, recorded, reported);
  const isDoubtful = (id: number, weight: number) => id === over || isFarOff(stage.plans.get(id) ?? 0, weight, stage.tolerance);
  return new Map(
    [...reported].map(([id, part]) => {
      const weight = part.weight_fact ?? 0;
      const isNew = weight > 0 && weight !== recorded.get(id)?.weight_fact;
      return [id, isTerminal && isNew ? { ...part, implausible: isDoubtful(id, weight) } : part];
    }),
  );
}
