/**
 * What ties a plan to what came of it (plan − waiting − not recorded + deviation = fact), and the plan that it stands beside: there it is a column
 * only where it isn't 0 in every row, and neither tile nor line.
 */
export const BESIDE_PLAN: ReadonlyMap<string, string> = new Map(
  ['', 'delivery_', 'loading_'].flatMap((of) => [`${of}waiting`, `${of}not_recorded`].map((key) => [key, `${of}plan`] as const)),
);

/** Whether it stands beside its plan among such keys. */
export const isBesidePlan = (key: string, keys: readonly string[]): boolean => keys.includes(BESIDE_PLAN.get(key) ?? '');
