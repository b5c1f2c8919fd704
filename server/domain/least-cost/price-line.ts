import { type Basis, copyBasis, createRowBasis, readAmounts, readLine, toForm } from './basis.ts';
import { compareFractions, type Fraction, toFraction, type Vector } from './fraction.ts';
import type { BasisGuess } from './highs-basis.ts';
import { sumWhole } from './program.ts';
import { findStep, isDegenerate, isMovable, type ReadSigns, runPrimalSimplex, TooManySteps, toSign } from './simplex.ts';
import { type Optimum, type Solution, solveFrom, sumCost } from './solve.ts';

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

type Read = Pick<Optimum, 'basis' | 'values' | 'reducedCosts'>;

/** True if an amount at its minimum would rise at once below its break-even price. */
function rises({ basis, values }: Read, amount: number): boolean {
  if (basis.isBasic[amount]) return false;
  if (basis.min[amount] !== basis.max[amount] && !isDegenerate(basis, values)) return true;
  return findStep(basis, amount)?.length !== 0n;
}

/** The price at which an amount at its minimum would rise; null if it doesn't even rise at a price of 0. */
export function findEntryPrice(optimum: Read, amount: number): Fraction | null {
  if (rises(optimum, amount)) return readBreakEven(optimum, amount);
  // Several limits meet here, and the next basis decides.
  const { basis } = optimum;
  const minimum = basis.min[amount] as bigint;
  const isAbove = ({ amounts }: Corner) => isMore(amounts, amount, minimum, basis.unit);
  return followPrice(basis, amount, -1, isAbove).find(isAbove)?.price ?? null;
}

/** Σ shadow price × content: the cost minus the reduced cost. */
function readBreakEven({ basis: { costs, denominator, costScale }, reducedCosts }: Read, amount: number): Fraction | null {
  const worth = (costs[amount] as bigint) * denominator - (reducedCosts[amount] as bigint);
  return worth <= 0n ? null : toFraction(worth, denominator * costScale);
}

/** The optimum without a feed beyond its minimum. */
export interface Exit {
  /** The price up to which the feed stays in; null if limits need more of the feed at any price. */
  price: Fraction | null;
  cost: Fraction;
}

/** Pivots from the basis of the rows take smaller numbers: about three of them take as long as one from an optimum. */
const ROW_PIVOTS = 3;

/** Number of variables that are basic in one of two bases only, on one side. */
const countExchanges = (a: readonly boolean[], b: readonly boolean[]): number =>
  a.reduce((sum, isBasic, variable) => (isBasic && !b[variable] ? sum + 1 : sum), 0);

interface Start {
  basis: Basis;
  pivots: number;
}

/** The known basis with the fewest pivots to a guess. */
function findNearest(known: readonly Basis[], guess: BasisGuess | null): Start {
  const count = (basis: Basis) => (guess ? countExchanges(guess.isBasic, basis.isBasic) : 0);
  return known.reduce<Start>(
    (nearest, basis) => {
      const pivots = count(basis);
      return pivots < nearest.pivots ? { basis, pivots } : nearest;
    },
    { basis: known[0] as Basis, pivots: count(known[0] as Basis) },
  );
}

/** Solves the program with an amount at its minimum, from the nearest known basis or from the basis of the rows. */
function solveWithout(optimum: Basis, amount: number, guess: BasisGuess | null, { basis, pivots }: Start): Solution {
  const fromRows = guess?.isBasic.slice(0, optimum.amounts).filter(Boolean).length ?? Number.POSITIVE_INFINITY;
  const start = fromRows < ROW_PIVOTS * pivots ? createRowBasis(optimum) : copyBasis(basis);
  start.max = optimum.max.with(amount, optimum.min[amount] as bigint);
  start.isAtMax[amount] = false;
  return solveFrom(start, guess);
}

/**
 * The optimum with each of these amounts at its minimum, null if there is none. Each program starts from the nearest solved basis, and the
 * program with the fewest pivots comes first.
 */
export function findExits(optimum: Basis, amounts: readonly number[], guesses: readonly (BasisGuess | null)[]): (Exit | null)[] {
  const known = [optimum];
  const exits: (Exit | null)[] = amounts.map(() => null);
  const waiting = new Set(amounts.keys());
  while (waiting.size > 0) {
    const starts = [...waiting].map((at) => ({ at, start: findNearest(known, guesses[at] ?? null) }));
    const { at, start } = starts.reduce((a, b) => (b.start.pivots < a.start.pivots ? b : a));
    waiting.delete(at);
    const amount = amounts[at] as number;
    const solution = solveWithout(optimum, amount, guesses[at] ?? null, start);
    if (solution.status !== 'optimal') continue;
    known.push(solution.basis);
    const basis = { ...solution.basis, max: optimum.max, isAtMax: solution.basis.isAtMax.with(amount, false) };
    exits[at] = { price: findEntryPrice({ ...solution, basis }, amount), cost: sumCost(solution.basis, solution.amounts) };
  }
  return exits;
}

const isMore = ({ numerators, denominator }: Vector, amount: number, minimum: bigint, unit: bigint): boolean =>
  (numerators[amount] as bigint) * unit > minimum * denominator;
