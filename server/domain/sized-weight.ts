/** What a head gets, and the size of the ration that this was typed for; without it, of the ration of now. */
export interface SizedWeight {
  weight_per_head: number;
  ration_size?: number | undefined;
}

/** Groups with the sizes that their weights were typed for: who sends back the same weight changes nothing. Without `before` it is another ration. */
export const keepSizes = <G extends SizedWeight & { group: number }>(groups: readonly G[], before: readonly G[] | undefined): G[] =>
  groups.map((group) => {
    const was = before?.find((one) => one.group === group.group && one.weight_per_head === group.weight_per_head);
    return { ...group, ration_size: was?.ration_size ?? (before && group.ration_size) };
  });
