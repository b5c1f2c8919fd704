import { type Basis, copyBasis, readAmounts, readLine, toForm } from './basis.ts';
import { compareFractions, type Fraction, toFraction, type Vector } from './fraction.ts';
import type { BasisGuess } from './highs-basis.ts';
import { sumWhole } from './program.ts';
import { findStep, isMovable, type ReadSigns, runPrimalSimplex, TooManySteps, toSign } from './simplex.ts';
import { solveFrom, sumCost } from './solve.ts';

/** A price at which the optimal amounts change. */
export interface Corner {
  price: Fraction;
  /** The cost at this price. */
  cost: Fraction;
  /** The optimal amounts beyond the corner, in the direction of the line. */
  amounts: Vector;
}

/** A price as numerator and positive denominator, in whole units of cost. */
interface Price {
  numerator: bigint;
  denominator: bigint;
}

type Direction = 1 | -1;

/** The costs without the one feed, and the amount of the feed: at price p, a reduced cost is `others + p × own`. */
function readLines(basis: Basis, amount: number) {
  return { others: readLine(basis, basis.costs), own: readLine(basis, toForm(basis, amount)) };
}

/** The nearest price in the direction at which a reduced cost changes its sign; null if none does. */
function findChange(basis: Basis, amount: number, direction: Direction): Price | null {
  const { others, own } = readLines(basis, amount);
  let best: Price | null = null;
  for (const [variable, slope] of own.entries()) {
    if (slope === 0n || !isMovable(basis, variable)) continue;
    // At its minimum, a variable needs a reduced cost of at least 0.
    const worsens = toSign(slope) * direction === (basis.isAtMax[variable] ? 1 : -1);
    if (!worsens) continue;
    const sign = slope < 0n ? -1n : 1n;
    const price = { numerator: -(others[variable] as bigint) * sign, denominator: slope * sign };
    const isNearer = best === null || (price.numerator * best.denominator - best.numerator * price.denominator) * BigInt(direction) < 0n;
    if (isNearer) best = price;
  }
  return best;
}

/** Signs of the reduced costs at a price and, if one is 0, just beyond the price. */
const readSignsBeyond =
  (amount: number, { numerator, denominator }: Price, direction: Direction): ReadSigns =>
  (basis) => {
    const { others, own } = readLines(basis, amount);
    return (variable) => {
      const slope = own[variable] as bigint;
      return toSign((others[variable] as bigint) * denominator + slope * numerator) || toSign(slope) * direction;
    };
  };

function readCorner(basis: Basis, amount: number, { numerator, denominator }: Price): Corner {
  const amounts = readAmounts(basis);
  const others = sumWhole(amounts.numerators, basis.costs);
  const own = (amounts.numerators[amount] as bigint) * numerator;
  return {
    price: toFraction(numerator, denominator * basis.costScale),
    cost: toFraction(others * denominator + own, denominator * amounts.denominator * basis.costScale),
    amounts,
  };
}

/** Corners of one line. Rations have few. */
const MAX_CORNERS = 500;

/** A basis whose costs lack the one feed. The basis is optimal at the feed's own price. */
function withoutCost(basis: Basis, amount: number): Basis {
  const copy = copyBasis(basis);
  copy.costs = copy.costs.map((cost, index) => (index === amount ? 0n : cost));
  return copy;
}

/**
 * The corners of the line of cost over one feed's price, from the price of the optimum up or down, exact. Down ends at a price of 0; `until`
 * ends the line after a corner.
 */
export function followPrice(
  optimum: Basis,
  amount: number,
  direction: Direction,
  until: (corner: Corner) => boolean = () => false,
): Corner[] {
  const basis = withoutCost(optimum, amount);
  const corners: Corner[] = [];
  while (corners.length < MAX_CORNERS) {
    const price = findChange(basis, amount, direction);
    if (price === null || (direction === -1 && price.numerator <= 0n)) return corners;
    if (!runPrimalSimplex(basis, readSignsBeyond(amount, price, direction))) return corners;
    const corner = readCorner(basis, amount, price);
    const last = corners.at(-1);
    if (last && compareFractions(last.price, corner.price) === 0) corners.pop();
    corners.push(corner);
    if (until(corner)) return corners;
  }
  throw new TooManySteps();
}

/** The price at which an amount at its minimum would rise; null if it doesn't even rise at a price of 0. */
export function findEntryPrice(optimum: Basis, amount: number): Fraction | null {
  if (!optimum.isBasic[amount] && findStep(optimum, amount)?.length !== 0n) return readBreakEven(optimum, amount);
  // Several limits meet here, and the next basis decides.
  const minimum = optimum.min[amount] as bigint;
  const isAbove = ({ amounts }: Corner) => isMore(amounts, amount, minimum, optimum.unit);
  return followPrice(optimum, amount, -1, isAbove).find(isAbove)?.price ?? null;
}

/** Σ shadow price × content: the cost minus the reduced cost. */
function readBreakEven(optimum: Basis, amount: number): Fraction | null {
  const { costs, denominator, costScale } = optimum;
  const worth = (costs[amount] as bigint) * denominator - (readLine(optimum, costs)[amount] as bigint);
  return worth <= 0n ? null : toFraction(worth, denominator * costScale);
}

/** The optimum without a feed beyond its minimum, and the price up to which the feed stays in; null if limits need the feed. */
export function findExit(optimum: Basis, amount: number, guess: BasisGuess | null): { price: Fraction | null; cost: Fraction } | null {
  const start = copyBasis(optimum);
  start.max = start.max.with(amount, start.min[amount] as bigint);
  start.isAtMax[amount] = false;
  const solution = solveFrom(start, guess);
  if (solution.status !== 'optimal') return null;
  const basis = { ...solution.basis, max: optimum.max, isAtMax: solution.basis.isAtMax.with(amount, false) };
  return { price: findEntryPrice(basis, amount), cost: sumCost(solution.basis, solution.amounts) };
}

const isMore = ({ numerators, denominator }: Vector, amount: number, minimum: bigint, unit: bigint): boolean =>
  (numerators[amount] as bigint) * unit > minimum * denominator;
