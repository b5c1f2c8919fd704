import { toGrams, toKilograms } from './feeding-plan.ts';

/**
 * What each of so many equal loads has of each weight: `[load][weight]`, in kg. Loads differ by a gram at most and the later ones are the heavier; over
 * the loads each weight sums to itself exactly.
 */
export function equalLoads(weights: readonly number[], loads: number): number[][] {
  // Up to each load, what there is of the weights up to each: differences of these sum to both of their wholes.
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
  // Of a few grams no load has a part: they go along with the last.
  const small = weights.map((weight) => (toGrams(weight) < 2 * loads ? weight : 0));
  const large = equalLoads(
    weights.map((weight, index) => ((small[index] ?? 0) > 0 ? 0 : weight)),
    loads,
  );
  return large.map((load, index) => (index === loads - 1 ? load.map((weight, at) => weight || (small[at] ?? 0)) : load));
}
