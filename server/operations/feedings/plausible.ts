import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isFarOff, isOverFull, leftInMixer } from '#contract/operations/weighing.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Known } from './news.ts';

/** The weighings of one of a schedule's two stages. */
interface Stage {
  field: 'items' | 'groups';
  /** Weight in the mixer that isn't weighed. */
  beside: number;
  /** Allowed deviation of each part in kg. */
  tolerances: ReadonlyMap<number, number>;
  maximum: number;
  /** Planned weight of each part; none for a group that was added at the wagon. */
  plans: ReadonlyMap<number, number>;
}

export const loading = (row: ScheduleRow): Stage => ({
  field: 'items',
  beside: leftInMixer(row),
  tolerances: new Map(row.items.map((item) => [item.ingredient, item.tolerance])),
  maximum: row.max_weight,
  plans: new Map(row.items.map((item) => [item.ingredient, item.weight_plan])),
});

/** No more can be unloaded from a mixer than it holds. */
export const unloading = (row: ScheduleRow): Stage => ({
  field: 'groups',
  beside: 0,
  tolerances: new Map(row.groups.map((group) => [group.group, row.unloading_admittance])),
  maximum: row.max_weight,
  plans: new Map(row.groups.filter(({ added }) => !added).map((group) => [group.group, group.weight_plan])),
});

/** The part whose new weight exceeds the mixer's maximum: the one with the largest increase. Undefined if all fits or nothing increased. */
export function overflowing(stage: Stage, recorded: ReadonlyMap<number, Known>, reported: ReadonlyMap<number, Known>): number | undefined {
  const after = [...new Map([...recorded, ...reported]).values()].map((part) => part.weight_fact ?? 0);
  const grown = [...reported].map(([id, part]) => ({ id, by: (part.weight_fact ?? 0) - (recorded.get(id)?.weight_fact ?? 0) }));
  const heavier = grown.reduce((sum, { by }) => sum + by, 0) > 0.0005;
  if (!heavier || !isOverFull(stage.maximum, [stage.beside, ...after])) return undefined;
  return grown.toSorted((a, b) => b.by - a.by)[0]?.id;
}

/** 400 at the weight that exceeds the mixer's maximum; `places` lists the parts in the order of the request. */
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
 * Checks the weights of a report. A person confirms their own weights, so only more than the mixer holds is refused. A terminal can't be
 * asked: weights over the maximum or far from plan are stored as implausible until a person confirms them. Parts without weight are always
 * plausible.
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
  const isDoubtful = (id: number, weight: number) => {
    const plan = stage.plans.get(id);
    return id === over || (plan !== undefined && isFarOff(plan, weight, stage.tolerances.get(id) ?? 0));
  };
  return new Map(
    [...reported].map(([id, part]) => {
      const weight = part.weight_fact ?? 0;
      const isNew = weight > 0 && weight !== recorded.get(id)?.weight_fact;
      return [id, isTerminal && isNew ? { ...part, implausible: isDoubtful(id, weight) } : part];
    }),
  );
}
