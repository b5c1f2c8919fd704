/** The limits of a control chart, in the unit of its values. */
export interface Limits {
  low: number;
  high: number;
}

const demand = (holds: boolean, what: string) => {
  if (!holds) throw new RangeError(what);
};

/**
 * The exponentially weighted moving average after each of `values`: z₀ = `start`, zₜ = λxₜ + (1 − λ)zₜ₋₁. RangeError unless 0 < λ ≤ 1.
 * NIST/SEMATECH e-Handbook of Statistical Methods, 6.3.2.4.
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
 * The limits of the mean in an unchanged process: `target` ± `width` × s × √(λ ÷ (2 − λ)). RangeError unless 0 < λ ≤ 1, `width` > 0 and `s`
 * ≥ 0. NIST/SEMATECH, as above, with width 3.
 */
export function ewmaLimits({ target, s, lambda, width = 3 }: { target: number; s: number; lambda: number; width?: number }): Limits {
  demand(lambda > 0 && lambda <= 1, `lambda ${lambda}`);
  demand(width > 0, `width ${width}`);
  demand(s >= 0, `s ${s}`);
  const half = width * s * Math.sqrt(lambda / (2 - lambda));
  return { low: target - half, high: target + half };
}

/** The median of sorted values; NaN without values. */
const middle = (sorted: ArrayLike<number>) => {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? Number(sorted[half]) : (Number(sorted[half - 1]) + Number(sorted[half])) / 2;
};

export const median = (values: ArrayLike<number>): number => middle(new Float64Array(values).sort());

/** The ratio of standard deviation to median absolute deviation in a normal distribution. */
export const MAD_TO_S = 1.4826;

/**
 * The median of `values`, and their standard deviation estimated by the median absolute deviation × 1.4826, which outliers hardly change.
 * NaN without values. NIST/SEMATECH, 1.3.5.6 and 7.1.6.
 */
export function usual(values: ArrayLike<number>): { target: number; s: number } {
  const sorted = new Float64Array(values).sort();
  const target = middle(sorted);
  for (let index = 0; index < sorted.length; index += 1) sorted[index] = Math.abs(Number(sorted[index]) - target);
  return { target, s: MAD_TO_S * middle(sorted.sort()) };
}
