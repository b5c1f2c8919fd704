import type { OptimalFeed } from '#contract/least-cost.ts';
import { compareFractions, divide, parseDecimal, readAt, toDifference, toFraction, toNumber, toProduct, toText } from './fraction.ts';
import type { BasisGuess } from './highs-basis.ts';
import { findEntryPrice, findExit } from './price-line.ts';
import type { RationProblem } from './ration-program.ts';
import { type Optimum, sumCost } from './solve.ts';

/** True if the ration contains more of a feed than its minimum. */
export const isBeyondMinimum = ({ feeds }: RationProblem, { amounts }: Optimum, index: number): boolean =>
  compareFractions(readAt(amounts, index), parseDecimal((feeds[index] as RationProblem['feeds'][number]).min)) > 0;

/** A feed of the ration has a basis without the feed, or null if HiGHS finds none. */
export function describeFeed(
  { feeds }: RationProblem,
  optimum: Optimum,
  index: number,
  without: BasisGuess | null | undefined,
): OptimalFeed {
  const cost = sumCost(optimum.basis, optimum.amounts);
  const amount = readAt(optimum.amounts, index);
  const feed = feeds[index] as RationProblem['feeds'][number];
  const isIn = without !== undefined;
  const exit = isIn ? findExit(optimum.basis, index, without) : null;
  const worth = isIn ? (exit?.price ?? null) : findEntryPrice(optimum.basis, index);
  return {
    ingredient: feed.ingredient,
    price: Number(feed.price),
    amount: toNumber(amount),
    dry_matter: toProduct(amount, divide(parseDecimal(feed.dryMatter), parseDecimal(100))),
    is_in: isIn,
    worth: worth && toNumber(worth),
    saving: isIn ? exit && toDifference(exit.cost, cost) : 0,
    exact: toText(toFraction(amount.numerator, amount.denominator)),
  };
}
