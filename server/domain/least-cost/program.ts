import { type Fraction, findScale, scaleUp, toFraction } from './fraction.ts';

/** Limits of a value; null is unlimited. */
export interface Range {
  min: Fraction | null;
  max: Fraction | null;
}

/** A limit of a weighted sum of the amounts. */
export interface Row extends Range {
  coefficients: readonly Fraction[];
}

/** Minimises Σ cost × amount within the bounds of the amounts and the rows. All numbers are exact. */
export interface LinearProgram {
  costs: readonly Fraction[];
  bounds: readonly { min: Fraction; max: Fraction | null }[];
  rows: readonly Row[];
}

/**
 * A program in whole numbers. Variables are the amounts (0 … n − 1), then the sums of the rows. A bound is `value × unit × scale` of its
 * variable.
 */
export interface WholeProgram {
  /** Number of amounts. */
  amounts: number;
  /** Coefficients × scale of the row. */
  matrix: bigint[][];
  /** Costs × `costScale`. */
  costs: bigint[];
  min: (bigint | null)[];
  max: (bigint | null)[];
  unit: bigint;
  scales: bigint[];
  costScale: bigint;
}

export function toWholeProgram({ costs, bounds, rows }: LinearProgram): WholeProgram {
  const scales = [...bounds.map(() => 1n), ...rows.map(({ coefficients }) => findScale(coefficients))];
  const ranges = [...bounds, ...rows];
  const limits = ranges.flatMap(({ min, max }, index) =>
    [min, max].flatMap((limit) => (limit ? [toFraction(limit.numerator * (scales[index] as bigint), limit.denominator)] : [])),
  );
  const unit = findScale(limits);
  const costScale = findScale(costs);
  const toBound = (value: Fraction | null, index: number) => value && scaleUp(value, (scales[index] as bigint) * unit);
  return {
    amounts: bounds.length,
    matrix: rows.map(({ coefficients }, row) => coefficients.map((value) => scaleUp(value, scales[bounds.length + row] as bigint))),
    costs: costs.map((value) => scaleUp(value, costScale)),
    min: ranges.map(({ min }, index) => toBound(min, index)),
    max: ranges.map(({ max }, index) => toBound(max, index)),
    unit,
    scales,
    costScale,
  };
}

export function sumWhole(a: readonly bigint[], b: readonly bigint[]): bigint {
  let sum = 0n;
  for (let index = 0; index < a.length; index += 1) {
    const [left, right] = [a[index] as bigint, b[index] as bigint];
    if (left !== 0n && right !== 0n) sum += left * right;
  }
  return sum;
}
