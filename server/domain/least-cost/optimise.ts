import type { Contradicting, Corner, LeastCost, LimitChange, OptimalLimit } from '#contract/least-cost.ts';
import { findContradiction, findLeastChange } from './contradiction.ts';
import { describeFeed, isBeyondMinimum } from './describe-feed.ts';
import { type Fraction, multiply, parseDecimal, readAt, subtract, toNumber, toProduct, toText, type Vector } from './fraction.ts';
import { type Guess, loadSolver } from './highs-basis.ts';
import { findExits, followPrice } from './price-line.ts';
import {
  parseAmounts,
  type RationProblem,
  type RationProgram,
  readLimitValue,
  sumBase,
  toRationProgram,
  weighRows,
} from './ration-program.ts';
import { type Contradiction, type Optimum, solveExactly } from './solve.ts';
import { provesContradiction, provesOptimum } from './verify.ts';

/** A problem of one ration, and the feed whose price line is requested. */
export interface OptimiseTask {
  problem: RationProblem;
  priceLine: number | null;
  /** Usual amounts of the feeds in kg, for the weights of a least change. */
  typical: string[];
}

/** The cheapest ration with its proof, or the limits that contradict each other. Throws if the proof fails. */
export async function optimiseRation({ problem, priceLine, typical }: OptimiseTask): Promise<LeastCost> {
  const { guess, guessExits } = await loadSolver();
  const ration = toRationProgram(problem);
  const solution = solveExactly(ration.program, guess(ration.program));
  if (solution.status === 'unbounded') throw new Error('costs without a minimum');
  if (solution.status === 'infeasible') return explainContradiction(problem, ration, solution, parseAmounts(typical), guess);
  const { amounts, shadowPrices, cost } = solution;
  if (!provesOptimum(ration.program, amounts, shadowPrices)) throw new Error('the optimum has no proof');
  const taken = problem.feeds.flatMap((_, index) => (isBeyondMinimum(problem, solution, index) ? [index] : []));
  const found = findExits(solution.basis, taken, guessExits(ration.program, taken));
  const exits = new Map(taken.map((index, at) => [index, found[at] ?? null]));
  return {
    status: 'optimal',
    cost: toNumber(cost),
    feeds: problem.feeds.map((_, index) => describeFeed(problem, solution, index, exits.get(index))),
    limits: ration.measures.map((_, index) => describeLimit(ration, { amounts, shadowPrices }, index)),
    certificate: { cost: toText(cost), proved: true },
    price_line: priceLine === null ? null : { ingredient: priceLine, corners: readPriceLine(problem, solution, priceLine) },
    contradicting: null,
    changes: null,
  };
}

/** A shadow price is the change of the cost per head for one unit more of the limit. */
function describeLimit({ measures, rows }: RationProgram, optimum: Pick<Optimum, 'amounts' | 'shadowPrices'>, limit: number): OptimalLimit {
  const measure = measures[limit] as RationProgram['measures'][number];
  const own = rows.flatMap((row, index) => (row.limit === limit ? [{ side: row.side, price: readAt(optimum.shadowPrices, index) }] : []));
  const active = own.find(({ price }) => price.numerator !== 0n);
  const side = active && (active.price.numerator > 0n ? 'min' : 'max');
  return {
    value: readLimitValue(measure, optimum.amounts),
    side: side ?? null,
    shadow_price: active ? toProduct(active.price, sumBase(measure, optimum.amounts)) : 0,
  };
}

/** The corners of one feed's price from 0 upward. Amounts are those above the corner's price; the first corner is a price of 0. */
function readPriceLine({ feeds }: RationProblem, { basis, amounts, cost }: Optimum, ingredient: number): Corner[] {
  const index = feeds.findIndex((feed) => feed.ingredient === ingredient);
  const toCorner = (price: Fraction, costAt: Fraction, vector: Vector): Corner => ({
    price: toNumber(price),
    cost: toNumber(costAt),
    amounts: feeds.flatMap((feed, at) => {
      const amount = readAt(vector, at);
      return amount.numerator === 0n ? [] : [{ ingredient: feed.ingredient, amount: toNumber(amount) }];
    }),
  });
  const price = parseDecimal((feeds[index] as RationProblem['feeds'][number]).price);
  const down = followPrice(basis, index, -1);
  // Going down, a corner has the amounts below its price. The line needs those above.
  const above = [amounts, ...down.map((corner) => corner.amounts)];
  const zero = { price: multiply(price, parseDecimal(0)), amounts: above.at(-1) as Vector };
  const last = down.at(-1) ?? { price, cost, amounts };
  const atZero = subtract(last.cost, multiply(last.price, readAt(zero.amounts, index)));
  const start = down.at(-1)?.price.numerator === 0n ? [] : [toCorner(zero.price, atZero, zero.amounts)];
  return [
    ...start,
    ...down.map((corner, at) => toCorner(corner.price, corner.cost, above[at] as Vector)).reverse(),
    ...followPrice(basis, index, 1).map((corner) => toCorner(corner.price, corner.cost, corner.amounts)),
  ];
}

function explainContradiction(
  problem: RationProblem,
  ration: RationProgram,
  contradiction: Contradiction,
  typical: Vector,
  guess: Guess,
): LeastCost {
  if (!provesContradiction(ration.program, contradiction.weights)) throw new Error('the contradiction has no proof');
  const amounts = problem.feeds.length;
  const toSide = ({ variable, isMax }: { variable: number; isMax: boolean }): Contradicting =>
    variable < amounts
      ? { feed: variable, limit: null, side: isMax ? 'max' : 'min' }
      : { feed: null, limit: ration.rows[variable - amounts]?.limit ?? null, side: isMax ? 'max' : 'min' };
  return {
    status: 'infeasible',
    cost: null,
    feeds: null,
    limits: null,
    price_line: null,
    contradicting: findContradiction(ration.program, contradiction)
      .toSorted((a, b) => a.variable - b.variable)
      .map(toSide),
    changes: describeChanges(problem, ration, typical, guess),
    certificate: { cost: null, proved: true },
  };
}

function describeChanges({ limits }: RationProblem, ration: RationProgram, typical: Vector, guess: Guess): LimitChange[] {
  const found = findLeastChange(ration.program, weighRows(ration, limits, typical), guess);
  if (found === null) return [];
  return found.changes.flatMap(({ row, isMax }) => {
    const limit = ration.rows[row]?.limit ?? 0;
    const value = readLimitValue(ration.measures[limit] ?? { coefficients: [], of: null }, found.amounts);
    return value === null ? [] : [{ limit, side: isMax ? ('max' as const) : ('min' as const), value }];
  });
}
