import { compareFractions, type Fraction, toFraction, type Vector } from './fraction.ts';
import { type LinearProgram, sumWhole, toWholeProgram, type WholeProgram } from './program.ts';

/** Σ of the lowest values that factor × variable can have within the bounds; null if there is none. */
function sumLowest(factors: readonly bigint[], { min, max }: WholeProgram, from: number): bigint | null {
  let sum = 0n;
  for (const [index, factor] of factors.entries()) {
    if (factor === 0n) continue;
    const bound = (factor > 0n ? min : max)[from + index] ?? null;
    if (bound === null) return null;
    sum += factor * bound;
  }
  return sum;
}

/** `costs × costFactor − Σ weight × row`, per amount, and the weights of the rows in whole numbers. */
function combineRows({ matrix, scales, amounts, costs }: WholeProgram, weights: readonly bigint[], costFactor: bigint, scale: bigint) {
  const ofRows = weights.map((weight, row) => (weight * scale) / (scales[amounts + row] as bigint));
  const left = costs.map((cost) => cost * costFactor);
  for (const [row, weight] of ofRows.entries())
    if (weight !== 0n)
      for (const [amount, entry] of (matrix[row] as bigint[]).entries()) left[amount] = (left[amount] as bigint) - weight * entry;
  return { ofRows, left };
}

/** A multiple of the scales of all rows, so that weights divide without remainder. */
const findRowScale = ({ scales, amounts }: WholeProgram): bigint =>
  scales.slice(amounts).reduce((product, scale) => (product % scale === 0n ? product : product * scale), 1n);

/** The lower bound of the cost that shadow prices prove by weak duality; null if they prove none. */
export function findProvenCost(program: LinearProgram, { numerators, denominator }: Vector): Fraction | null {
  const whole = toWholeProgram(program);
  const scale = findRowScale(whole);
  const { ofRows, left } = combineRows(
    whole,
    numerators.map((value) => value * whole.costScale),
    denominator * scale,
    scale,
  );
  const [rows, amounts] = [sumLowest(ofRows, whole, whole.amounts), sumLowest(left, whole, 0)];
  return rows === null || amounts === null ? null : toFraction(rows + amounts, denominator * scale * whole.costScale * whole.unit);
}

function areWithin(whole: WholeProgram, { numerators, denominator }: Vector): boolean {
  const sums = [...numerators, ...whole.matrix.map((row) => sumWhole(row, numerators))];
  return sums.every((sum, variable) => {
    const [low, high] = [whole.min[variable] ?? null, whole.max[variable] ?? null];
    return (low === null || sum * whole.unit >= low * denominator) && (high === null || sum * whole.unit <= high * denominator);
  });
}

/** True if the amounts keep all limits, and no amounts within the limits cost less. Reads the program alone, not the basis. */
export function provesOptimum(program: LinearProgram, amounts: Vector, shadowPrices: Vector): boolean {
  const whole = toWholeProgram(program);
  const proven = findProvenCost(program, shadowPrices);
  const cost = toFraction(sumWhole(whole.costs, amounts.numerators), whole.costScale * amounts.denominator);
  return areWithin(whole, amounts) && proven !== null && compareFractions(proven, cost) === 0;
}

/** True if the weighted sum of the rows exceeds any sum that amounts within their bounds can have (Farkas). */
export function provesContradiction(program: LinearProgram, { numerators }: Vector): boolean {
  const whole = toWholeProgram(program);
  const { ofRows, left } = combineRows(whole, numerators, 0n, findRowScale(whole));
  const [needed, lowest] = [sumLowest(ofRows, whole, whole.amounts), sumLowest(left, whole, 0)];
  return needed !== null && lowest !== null && needed + lowest > 0n;
}
