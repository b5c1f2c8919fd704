import { toGrams, toKilograms } from '#common/feeding/plan.ts';

/**
 * The weights of each of several equal loads: `[load][weight]`, in kg. Loads differ by a gram at most, later ones are heavier, and each
 * weight is the exact sum over the loads.
 */
export function equalLoads(weights: readonly number[], loads: number): number[][] {
  // Cumulative grams up to each load and weight: their differences sum to both totals.
  const upTo = (load: number): number[] => {
    let sum = 0;
    return weights.map((weight) => {
      sum += toGrams(weight);
      return Number((BigInt(sum) * BigInt(load)) / BigInt(loads));
    });
  };
  const cut = Array.from({ length: loads }, (_, load) => {
    const [before, after] = [upTo(load), upTo(load + 1)];
    const grams = after.map((sum, index) => sum - (before[index] ?? 0));
    return grams.map((sum, index) => sum - (grams[index - 1] ?? 0));
  });
  if (cut.every((load) => load.every((grams) => grams >= 0))) return cut.map((load) => load.map(toKilograms));
  // A weight of a few grams isn't divided: it goes into the last load.
  const small = weights.map((weight) => (toGrams(weight) < 2 * loads ? weight : 0));
  const large = equalLoads(
    weights.map((weight, index) => ((small[index] ?? 0) > 0 ? 0 : weight)),
    loads,
  );
  return large.map((load, index) => (index === loads - 1 ? load.map((weight, at) => weight || (small[at] ?? 0)) : load));
}
