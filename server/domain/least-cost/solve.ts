import { type Basis, createBasis, makeBasic, readAmounts, readLine, readShadowPrices, readValues, toForm } from './basis.ts';
import { type Fraction, toFraction, type Vector } from './fraction.ts';
import type { BasisGuess } from './highs-basis.ts';
import { type LinearProgram, sumWhole } from './program.ts';
import { findEntering, findViolation, runDualSimplex, runPrimalSimplex, toSigns, type Violation } from './simplex.ts';

/** One side of a bound: of an amount (0 … n − 1) or of a row (after the amounts). */
export interface Side {
  variable: number;
  isMax: boolean;
}

export interface Optimum {
  status: 'optimal';
  cost: Fraction;
  amounts: Vector;
  /** Change of the cost per unit of each row's limit. */
  shadowPrices: Vector;
  basis: Basis;
  /** `denominator ×` the value of each variable, in whole units. */
  values: readonly bigint[];
  /** `denominator ×` the reduced cost of each variable. */
  reducedCosts: readonly bigint[];
}

/** Limits that contradict each other, and the weights of the rows whose sum is the proof. */
export interface Contradiction {
  status: 'infeasible';
  sides: Side[];
  weights: Vector;
}

export type Solution = Optimum | Contradiction | { status: 'unbounded' };

/** Makes the guessed variables basic, as far as exact numbers allow. */
function applyGuess(basis: Basis, guess: BasisGuess): void {
  const { isAtMax, min, max } = basis;
  const leaving = basis.isBasic.flatMap((isBasic, variable) => (isBasic && !guess.isBasic[variable] ? [variable] : []));
  for (const [variable, isGuessed] of guess.isBasic.entries())
    if (isGuessed && !basis.isBasic[variable]) makeBasic(basis, variable, leaving);
  for (const [variable, isGuessed] of guess.isAtMax.entries())
    isAtMax[variable] = max[variable] !== null && (isGuessed || min[variable] === null);
}

/** The exact optimum of a program. */
export const solveExactly = (program: LinearProgram, guess: BasisGuess | null): Solution => solveFrom(createBasis(program), guess);

/**
 * The exact optimum, from any basis. The guess is a start only: pivots in whole numbers continue until no amount violates a bound and no
 * change lowers the cost.
 */
export function solveFrom(basis: Basis, guess: BasisGuess | null): Solution {
  if (guess) applyGuess(basis, guess);
  const guessed = { values: readValues(basis), reducedCosts: readLine(basis, basis.costs) };
  const isFeasible = findViolation(basis, true, guessed.values) === null;
  const isCheapest = findEntering(basis, () => toSigns(guessed.reducedCosts)) === null;
  if (isFeasible && isCheapest) return toOptimum(basis, guessed);
  const contradiction = isFeasible ? null : runDualSimplex(basis, !isCheapest);
  if (contradiction) return readContradiction(basis, contradiction);
  if (!runPrimalSimplex(basis)) return { status: 'unbounded' };
  return toOptimum(basis, { values: readValues(basis), reducedCosts: readLine(basis, basis.costs) });
}

/** The optimum of a basis. A price line reads neither cost nor shadow prices, and both take long. */
function toOptimum(basis: Basis, read: Pick<Optimum, 'values' | 'reducedCosts'>): Optimum {
  const amounts = readAmounts(basis, read.values);
  return {
    status: 'optimal',
    amounts,
    basis,
    ...read,
    get cost() {
      const { numerator, denominator } = sumCost(basis, amounts);
      return toFraction(numerator, denominator);
    },
    get shadowPrices() {
      return readShadowPrices(basis, read.reducedCosts);
    },
  };
}

/** Σ cost × amount, with common divisors. */
export const sumCost = ({ costs, costScale }: Basis, { numerators, denominator }: Vector): Fraction => ({
  numerator: sumWhole(numerators, costs),
  denominator: denominator * costScale,
});

/**
 * A basic variable can't be moved to its bound, because all variables of its line are at theirs. Without any one of these bounds the others
 * can be met, so no bound of the set is superfluous.
 */
function readContradiction(basis: Basis, { variable: violated, isBelow }: Violation): Contradiction {
  const { amounts, scales, denominator } = basis;
  const line = readLine(basis, toForm(basis, violated));
  const sign = isBelow ? 1n : -1n;
  const weights = line.slice(amounts).map((entry, row) => -entry * sign * (scales[amounts + row] as bigint));
  if (violated >= amounts) weights[violated - amounts] = denominator * sign * (scales[violated] as bigint);
  // Equal bounds make both sides possible; only the one that stops the violated variable counts.
  const tight = line.flatMap((entry, variable) => (entry === 0n ? [] : [{ variable, isMax: entry > 0n === isBelow }]));
  return {
    status: 'infeasible',
    sides: [{ variable: violated, isMax: !isBelow }, ...tight],
    weights: { numerators: weights, denominator: 1n },
  };
}
