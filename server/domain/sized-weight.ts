/** Weight per head, and the ration's size at the time of typing; without it, the present size. */
export interface SizedWeight {
  weight_per_head: number;
  ration_size?: number | undefined;
}

/**
 * Groups with the sizes of their typed weights: a weight that is sent back unchanged keeps its size. Without `before` the ration is
 * another.
 */
export const keepSizes = <G extends SizedWeight & { group: number }>(groups: readonly G[], before: readonly G[] | undefined): G[] =>
  groups.map((group) => {
    const was = before?.find((one) => one.group === group.group && one.weight_per_head === group.weight_per_head);
    return { ...group, ration_size: was?.ration_size ?? (before && group.ration_size) };
  });
