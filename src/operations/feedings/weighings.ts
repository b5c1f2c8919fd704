import type { ScheduleRow } from '#contract/operations/feedings.ts';

type Item = ScheduleRow['items'][number];
type Group = ScheduleRow['groups'][number];

/** One weighing of a feeding: an ingredient into the mixer, or a group's feed. */
export interface Weighing {
  field: 'items' | 'groups';
  id: number;
  name: string;
  weight_plan: number;
  weight_fact: number | null;
  implausible: boolean;
  tolerance: number;
  /** The packs by which an ingredient was loaded; null in kilograms. */
  pack: string | null;
  packs: number | null;
}

export function weighingOf(schedule: ScheduleRow, field: Weighing['field'], part: Item | Group): Weighing {
  const { weight_plan, weight_fact, implausible } = part;
  const known = { field, weight_plan, weight_fact, implausible };
  if ('group' in part)
    return { ...known, id: part.group, name: part.group_name, tolerance: schedule.unloading_admittance, pack: null, packs: null };
  const { ingredient: id, ingredient_name: name, tolerance, pack, packs } = part;
  return { ...known, id, name, tolerance, pack, packs };
}

/** Number of a feeding's weighings that wait for confirmation. */
export const waitingIn = ({ items, groups }: Pick<ScheduleRow, 'items' | 'groups'>): number =>
  [...items, ...groups].filter(({ implausible }) => implausible).length;
