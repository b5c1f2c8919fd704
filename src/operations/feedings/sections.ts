import { minus } from '#common/format/decimal.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { Loading } from './queries.ts';

/** The feedings of one period on the day; `id` is null for those made by hand. */
export interface Section {
  id: number | null;
  name: string | null;
  start: string | null;
  end: string | null;
  schedules: ScheduleRow[];
}

/** A day by periods in the order of their times, with feedings made by hand last. */
export function sectionsOf(rows: readonly ScheduleRow[], loadings: readonly Loading[]): Section[] {
  const sections = new Map<number | null, Section>();
  for (const { id, name, start_time, end_time } of loadings.toSorted((a, b) => a.start_time.localeCompare(b.start_time))) {
    sections.set(id, { id, name, start: start_time, end: end_time, schedules: [] });
  }
  for (const row of rows) {
    const found = sections.get(row.loading) ?? { id: row.loading, name: row.loading_name, start: null, end: null, schedules: [] };
    found.schedules.push(row);
    sections.set(row.loading, found);
  }
  const byHand = sections.get(null);
  sections.delete(null);
  return [...sections.values(), ...(byHand ? [byHand] : [])].filter(({ schedules }) => schedules.length > 0);
}

/** All ids of the day in the new order after a move; null without a change. */
export function movedOrder(sections: readonly Section[], section: number | null, from: number, to: number): number[] | null {
  const target = sections.find(({ id }) => id === section);
  if (!target || from === to || from < 0 || to < 0 || from >= target.schedules.length || to >= target.schedules.length) return null;
  return sections.flatMap((one) => {
    const ids = one.schedules.map(({ id }) => id);
    if (one !== target) return ids;
    const [moved] = ids.splice(from, 1);
    ids.splice(to, 0, moved!);
    return ids;
  });
}

/** The deviation in kg of a weight out of tolerance; 0 within it or without a tolerance. */
const findExcess = (plan: number, fact: number | null, tolerance: number): number =>
  fact !== null && tolerance > 0 && Math.abs(fact - plan) > tolerance ? minus(fact, plan) : 0;

export interface NamedDeviation {
  /** The feed or group whose weight deviates. */
  name: string;
  kg: number;
}

/** The largest deviation of a loaded or unloaded weight that exceeds its tolerance; null if all are within it. */
export function findWorstDeviation({ items, groups, unloading_admittance }: ScheduleRow): NamedDeviation | null {
  const deviations = [
    ...items.map((item) => ({ name: item.ingredient_name, kg: findExcess(item.weight_plan, item.weight_fact, item.tolerance) })),
    ...groups.map((group) => ({ name: group.group_name, kg: findExcess(group.weight_plan, group.weight_fact, unloading_admittance) })),
  ];
  const worst = deviations.toSorted((a, b) => Math.abs(b.kg) - Math.abs(a.kg))[0];
  return worst && worst.kg !== 0 ? worst : null;
}

/** The next feeding: a running one, otherwise the first that waits. */
export const nextOf = (rows: readonly ScheduleRow[]): number | undefined => {
  const open = rows.filter(({ abilities }) => abilities.load || abilities.upload);
  return (open.find(({ status }) => status !== 'waited') ?? open[0])?.id;
};

/** True for a finished feeding without a waiting weighing. */
export const isFinished = ({ status, implausible }: ScheduleRow): boolean => status === 'uploaded' && !implausible;

export interface Progress {
  plan: number;
  fact: number;
  done: number;
  count: number;
}

export const progressOf = (rows: readonly ScheduleRow[]): Progress => ({
  plan: rows.reduce((sum, row) => sum + row.fresh_weight, 0),
  fact: rows.reduce((sum, row) => sum + (row.weight_fact ?? 0), 0),
  done: rows.filter(({ status }) => status === 'uploaded').length,
  count: rows.length,
});
