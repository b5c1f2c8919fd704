/** One part during editing; ingredient and share may be missing. */
export interface RecipePart {
  ingredient: number | null;
  percent: number | null;
}

/** An ingredient for the editor. `price` is the value per kg. */
export interface RecipeIngredient {
  id: number;
  name: string;
  price: number;
  dry_matter: number;
}

/** A hundred percent in whole hundredths, the unit of all computations below, so that a hundred is exact. */
const WHOLE = 10_000;

const hundredths = (percent: number | null) => Math.round((percent ?? 0) * 100);

const sumPercents = (parts: readonly RecipePart[]) => parts.reduce((sum, { percent }) => sum + hundredths(percent), 0);

/** The rest to a hundred percent, negative for a sum that is too large. */
export const remainingOf = (parts: readonly RecipePart[]): number => (WHOLE - sumPercents(parts)) / 100;

/** `total` divided by `weights` in whole units with the exact sum: remaining units go to the largest remainders. */
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
 * Makes the parts sum to exactly a hundred percent: the rest is shared equally among parts without a share; otherwise all parts are scaled.
 */
export function spreadRest(parts: readonly RecipePart[]): RecipePart[] {
  if (parts.length === 0) return [];
  const rest = WHOLE - sumPercents(parts);
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

/** Scales in proportion. No part falls below the min share. */
function scale(parts: readonly RecipePart[]): number[] {
  const weights = parts.map(({ percent }) => hundredths(percent));
  const plain = divide(WHOLE, weights);
  return plain.every((share) => share > 0) ? plain : divide(WHOLE - parts.length, weights).map((share) => share + 1);
}

/** Dry matter in percent and price per kg of the present parts, weighted by shares; null without any. */
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
  // Shares have six decimals; the sixth is rounding.
  const dry = Math.round(mean((ingredient) => ingredient.dry_matter) * 100_000) / 100_000;
  return { dry_matter: dry, humidity: 100 - dry, price: mean((ingredient) => ingredient.price) };
}

/** True for a valid recipe: not empty, complete parts, and a hundred percent. */
export const isWhole = (parts: readonly RecipePart[]): parts is { ingredient: number; percent: number }[] =>
  parts.length > 0 && parts.every(({ ingredient, percent }) => ingredient !== null && hundredths(percent) > 0) && remainingOf(parts) === 0;
