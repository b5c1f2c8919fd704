/** The limits of a control chart, in the unit of its values. */
export interface Limits {
  low: number;
  high: number;
}

const demand = (holds: boolean, what: string) => {
  if (!holds) throw new RangeError(what);
};

/**
 * The exponentially weighted moving average after each of `values`, in their order and unit: z₀ = `start`, zₜ = λxₜ + (1 − λ)zₜ₋₁. RangeError unless
 * 0 < λ ≤ 1. NIST/SEMATECH e-Handbook of Statistical Methods, 6.3.2.4.
 */
export function ewma(values: readonly number[], lambda: number, start: number): number[] {
  demand(lambda > 0 && lambda <= 1, `lambda ${lambda}`);
  let mean = start;
  return values.map((value) => {
    mean = lambda * value + (1 - lambda) * mean;
    return mean;
  });
}

/**
 * What the mean stays between while nothing has changed, by the variance that it settles at: `target` ± `width` × s × √(λ ÷ (2 − λ)). RangeError unless 0 < λ ≤ 1 and
 * `width` > 0, and `s` is no less than 0. NIST/SEMATECH, as above, whose width is 3.
 */
export function ewmaLimits({ target, s, lambda, width = 3 }: { target: number; s: number; lambda: number; width?: number }): Limits {
  demand(lambda > 0 && lambda <= 1, `lambda ${lambda}`);
  demand(width > 0, `width ${width}`);
  demand(s >= 0, `s ${s}`);
  const half = width * s * Math.sqrt(lambda / (2 - lambda));
  return { low: target - half, high: target + half };
}

/** The middle of sorted values, or between the two middle ones; NaN of none. */
const middle = (sorted: ArrayLike<number>) => {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? Number(sorted[half]) : (Number(sorted[half - 1]) + Number(sorted[half])) / 2;
};

export const median = (values: ArrayLike<number>): number => middle(new Float64Array(values).sort());

/** By which the median absolute deviation of a normal distribution is its standard deviation. */
export const MAD_TO_S = 1.4826;

/**
 * The median of `values` and their standard deviation by the median absolute deviation × 1.4826, which single values that are far off move little. NaN of no values.
 * NIST/SEMATECH, 1.3.5.6 and 7.1.6.
 */
export function usual(values: ArrayLike<number>): { target: number; s: number } {
  const sorted = new Float64Array(values).sort();
  const target = middle(sorted);
  for (let index = 0; index < sorted.length; index += 1) sorted[index] = Math.abs(Number(sorted[index]) - target);
  return { target, s: MAD_TO_S * middle(sorted.sort()) };
}
