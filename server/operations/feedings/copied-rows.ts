import type { Replacement } from '#contract/operations/feedings.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** True for the first load of a feeding. Only that one is copied, because the plan creates the others again. */
export const isFirst = (row: AnyRow) => row.part === 1;

/** Replaces deleted rations, mixers and groups in the rows, and drops rows that are left without groups. */
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
      // A group that is already in the feeding keeps its own weight.
      if (id !== null && (id === group.group || !groups.has(id)))
        groups.set(id, { ...group, ration_size: ration === row.ration ? group.ration_size : undefined, group: id });
    }
    return ration === null || mixer === null || groups.size === 0 ? [] : [{ ...row, ration, mixer, groups: [...groups.values()] }];
  });
}

/** Rows of one day that the other day lacks; repeated rows count. */
export function lessThose(rows: readonly AnyRow[], others: readonly AnyRow[]): AnyRow[] {
  const toRowKey = (row: AnyRow) =>
    JSON.stringify([row.ration, row.mixer, row.groups.map((group: AnyRow) => [group.group, group.weight_per_head])]);
  const there = new Map<string, number>();
  for (const row of others) there.set(toRowKey(row), (there.get(toRowKey(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const left = there.get(toRowKey(row)) ?? 0;
    there.set(toRowKey(row), left - 1);
    return left <= 0;
  });
}
