import type { Replacement } from '#contract/operations/feedings.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** The first load of a feeding stands for it: the plan makes the others again. */
export const isFirst = (row: AnyRow) => row.part === 1;

/** The rows with what stands in for what was deleted, less those that are left with nothing. */
export function replaced(rows: readonly AnyRow[], replacements: readonly Replacement[]): AnyRow[] {
  const swap = (resource: Replacement['resource'], id: number): number | null => {
    const found = replacements.find((one) => one.resource === resource && one.id === id);
    return found ? found.with : id;
  };
  return rows.flatMap((row) => {
    const ration = swap('rations', row.ration);
    const mixer = swap('mixers', row.mixer);
    const groups = new Map<number, AnyRow>();
    for (const group of row.groups as AnyRow[]) {
      const id = swap('groups', group.group);
      // One that the feeding has already keeps the weight of its own.
      if (id !== null && (id === group.group || !groups.has(id)))
        groups.set(id, { ...group, ration_size: ration === row.ration ? group.ration_size : undefined, group: id });
    }
    return ration === null || mixer === null || groups.size === 0 ? [] : [{ ...row, ration, mixer, groups: [...groups.values()] }];
  });
}

/** The rows of one day that the other doesn't have as often. */
export function lessThose(rows: readonly AnyRow[], others: readonly AnyRow[]): AnyRow[] {
  const keyOf = (row: AnyRow) =>
    JSON.stringify([row.ration, row.mixer, row.groups.map((group: AnyRow) => [group.group, group.weight_per_head])]);
  const there = new Map<string, number>();
  for (const row of others) there.set(keyOf(row), (there.get(keyOf(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const left = there.get(keyOf(row)) ?? 0;
    there.set(keyOf(row), left - 1);
    return left <= 0;
  });
}
