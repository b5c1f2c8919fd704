/**
 * Figures between plan and fact (plan − waiting − not recorded + deviation = fact), with the plan that each belongs to. Such a figure is a
 * column only if a row isn't 0, and never a tile or a line.
 */
export const BESIDE_PLAN: ReadonlyMap<string, string> = new Map(
  ['', 'delivery_', 'loading_'].flatMap((of) => [`${of}waiting`, `${of}not_recorded`].map((key) => [key, `${of}plan`] as const)),
);

/** True if the figure belongs to a plan among these keys. */
export const isBesidePlan = (key: string, keys: readonly string[]): boolean => keys.includes(BESIDE_PLAN.get(key) ?? '');
