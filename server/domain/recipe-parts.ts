/**
 * `weight` (kg, to the gram) divided by percentages, each part to the gram, with the exact sum: remaining grams go to the largest
 * remainders.
 */
export function partsOf(weight: number, percents: readonly number[]): number[] {
  const grams = Math.round(weight * 1000);
  const exact = percents.map((percent) => grams * Math.round(percent * 100));
  const parts = exact.map((share) => Math.floor(share / 10_000));
  const order = exact.map((share, index) => ({ index, lost: share % 10_000 })).toSorted((a, b) => b.lost - a.lost || a.index - b.index);
  const over = grams - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of order.slice(0, over)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => part / 1000);
}
