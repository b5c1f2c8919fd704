import type { FeedValueState } from '#contract/operations/offers.ts';
import { describeFeed, isBeyondMinimum } from './describe-feed.ts';
import { toDifference } from './fraction.ts';
import { loadSolver, type Solver } from './highs-basis.ts';
import { findExits } from './price-line.ts';
import { type RationFeed, type RationProblem, toRationProgram } from './ration-program.ts';
import { type Optimum, solveExactly } from './solve.ts';
import { provesOptimum } from './verify.ts';

/** A ration with its present feeds and prices, and feeds to value, each at its price. */
interface ValuedRation {
  problem: RationProblem;
  candidates: RationFeed[];
}

export interface ValueTask {
  rations: ValuedRation[];
}

/**
 * The worth of a feed in a ration. `amount` and `saving` are per head; the saving is the cost of the ration out of its present feeds at
 * present prices, minus the cost with the candidate, at least 0. At the feed's own price, it is the cost without the feed minus the cost with it.
 */
export interface FeedValue {
  state: FeedValueState;
  worth: number | null;
  amount: number | null;
  saving: number | null;
}

const NO_RATION: FeedValue = { state: 'no_ration', worth: null, amount: null, saving: null };

/** The proved optimum of a problem; null if no ration keeps the limits. */
function solveProblem(problem: RationProblem, { guess }: Solver): Optimum | null {
  const { program } = toRationProgram(problem);
  const solution = solveExactly(program, guess(program));
  if (solution.status !== 'optimal') return null;
  if (!provesOptimum(program, solution.amounts, solution.shadowPrices)) throw new Error('the optimum has no proof');
  return solution;
}

function valueFeed(solver: Solver, problem: RationProblem, base: Optimum | null, candidate: RationFeed): FeedValue {
  const own = problem.feeds.find(({ ingredient }) => ingredient === candidate.ingredient);
  const others = problem.feeds.filter((feed) => feed !== own);
  const isOwnPrice = own?.price === candidate.price;
  const feed = { ...candidate, min: own?.min ?? candidate.min, max: own?.max ?? candidate.max };
  const offered = isOwnPrice ? problem : { ...problem, feeds: [...others, feed] };
  const optimum = isOwnPrice ? base : solveProblem(offered, solver);
  if (optimum === null) return NO_RATION;
  const index = offered.feeds.findIndex(({ ingredient }) => ingredient === candidate.ingredient);
  const isIn = isBeyondMinimum(offered, optimum, index);
  const exit = isIn
    ? (findExits(optimum.basis, [index], solver.guessExits(toRationProgram(offered).program, [index]))[0] ?? null)
    : undefined;
  const { worth, is_in, amount, saving } = describeFeed(offered, optimum, index, exit);
  const gained = isOwnPrice ? saving : base && Math.max(0, toDifference(base.cost, optimum.cost));
  if (worth === null) return { state: is_in ? 'needed' : 'never', worth: is_in ? null : 0, amount, saving: gained };
  return { state: is_in ? 'in' : 'out', worth, amount, saving: gained };
}

/** The worth of each candidate, by ration. Throws if a proof fails. */
export async function valueFeeds({ rations }: ValueTask): Promise<FeedValue[][]> {
  const solver = await loadSolver();
  return rations.map(({ problem, candidates }) => {
    const base = solveProblem(problem, solver);
    return candidates.map((feed) => valueFeed(solver, problem, base, feed));
  });
}
