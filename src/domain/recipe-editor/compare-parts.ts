import type { RationItemRow } from '#contract/operations/ration-items.ts';

interface PartChange {
  name: string;
  /** Percent; null if it isn't a part. */
  before: number | null;
  after: number | null;
}

/** Two recipes side by side in the order of the later one, with removed parts last. */
export function compareParts(before: readonly RationItemRow[], after: readonly RationItemRow[]): PartChange[] {
  const was = new Map(before.map((item) => [item.ingredient, item]));
  const is = new Set(after.map(({ ingredient }) => ingredient));
  return [
    ...after.map(({ ingredient, ingredient_name, percent }) => ({
      name: ingredient_name,
      before: was.get(ingredient)?.percent ?? null,
      after: percent,
    })),
    ...before
      .filter(({ ingredient }) => !is.has(ingredient))
      .map(({ ingredient_name, percent }) => ({ name: ingredient_name, before: percent, after: null })),
  ];
}
