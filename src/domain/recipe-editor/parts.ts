/** One part as it is being edited: either may still be missing. */
export interface RecipePart {
  ingredient: number | null;
  percent: number | null;
}

/** What the editor knows of an ingredient. `price` per kg as it will be valued. */
export interface RecipeIngredient {
  id: number;
  name: string;
  price: number;
  dry_matter: number;
}

/** Everything below calculates in whole hundredths of a percent, so that a hundred means a hundred. */
const WHOLE = 10_000;

const hundredths = (percent: number | null) => Math.round((percent ?? 0) * 100);

const sumOf = (parts: readonly RecipePart[]) => parts.reduce((sum, { percent }) => sum + hundredths(percent), 0);

/** What is missing to a hundred percent; below zero when there is too much. */
export const remainingOf = (parts: readonly RecipePart[]): number => (WHOLE - sumOf(parts)) / 100;

/** `total` divided by `weights`, in whole units that make exactly it: what cutting leaves over goes to those that lost most. */
export function divide(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const over = total - shares.reduce((all, share) => all + share, 0);
  const order = exact
    .map((share, index) => ({ index, lost: share - Math.floor(share) }))
    .toSorted((a, b) => b.lost - a.lost || a.index - b.index);
  for (const { index } of order.slice(0, over)) shares[index]! += 1;
  return shares;
}

/**
 * Makes the parts exactly a hundred percent: what is missing goes evenly to the parts without a share, else every part
 * grows or shrinks in proportion.
 */
export function spreadRest(parts: readonly RecipePart[]): RecipePart[] {
  if (parts.length === 0) return [];
  const rest = WHOLE - sumOf(parts);
  const empty = parts.filter(({ percent }) => !percent).length;
  const shares = empty > 0 && rest >= empty ? fillEmpty(parts, rest) : scale(parts);
  return parts.map((part, index) => ({ ...part, percent: shares[index]! / 100 }));
}

function fillEmpty(parts: readonly RecipePart[], rest: number): number[] {
  const filled = divide(
    rest,
    parts.filter(({ percent }) => !percent).map(() => 1),
  );
  return parts.map(({ percent }) => (percent ? hundredths(percent) : filled.shift()!));
}

/** In proportion; no part falls below the smallest share there is. */
function scale(parts: readonly RecipePart[]): number[] {
  const weights = parts.map(({ percent }) => hundredths(percent));
  const plain = divide(WHOLE, weights);
  return plain.every((share) => share > 0) ? plain : divide(WHOLE - parts.length, weights).map((share) => share + 1);
}

/** Dry matter in percent and price per kg of what the parts make so far, weighed by their shares; null while there are none. */
export function mixOf(
  parts: readonly RecipePart[],
  ingredients: ReadonlyMap<number, RecipeIngredient>,
): { dry_matter: number; humidity: number; price: number } | null {
  const known = parts.flatMap(({ ingredient, percent }) => {
    const found = ingredient === null ? undefined : ingredients.get(ingredient);
    return found && percent ? [{ found, share: Math.round(percent * 1_000_000) }] : [];
  });
  const sum = known.reduce((all, { share }) => all + share, 0);
  if (sum === 0) return null;
  const mean = (of: (ingredient: RecipeIngredient) => number) => known.reduce((all, { found, share }) => all + of(found) * share, 0) / sum;
  // Shares have six decimals: finer than five is rounding.
  const dry = Math.round(mean((ingredient) => ingredient.dry_matter) * 100_000) / 100_000;
  return { dry_matter: dry, humidity: 100 - dry, price: mean((ingredient) => ingredient.price) };
}

/** What may be saved: something in it, each part whole, and a hundred percent. */
export const isWhole = (parts: readonly RecipePart[]): parts is { ingredient: number; percent: number }[] =>
  parts.length > 0 && parts.every(({ ingredient, percent }) => ingredient !== null && hundredths(percent) > 0) && remainingOf(parts) === 0;
