import type { OptimalFeed } from '#contract/least-cost.ts';
import { compareFractions, divide, parseDecimal, readAt, toDifference, toFraction, toNumber, toProduct, toText } from './fraction.ts';
import { type Exit, findEntryPrice } from './price-line.ts';
import type { RationProblem } from './ration-program.ts';
import { type Optimum, sumCost } from './solve.ts';

/** True if the ration contains more of a feed than its minimum. */
export const isBeyondMinimum = ({ feeds }: RationProblem, { amounts }: Optimum, index: number): boolean =>
  compareFractions(readAt(amounts, index), parseDecimal((feeds[index] as RationProblem['feeds'][number]).min)) > 0;

/** `exit` is undefined for a feed at its minimum, and null if no ration keeps the limits without the feed. */
export function describeFeed({ feeds }: RationProblem, optimum: Optimum, index: number, exit: Exit | null | undefined): OptimalFeed {
  const cost = sumCost(optimum.basis, optimum.amounts);
  const amount = readAt(optimum.amounts, index);
  const feed = feeds[index] as RationProblem['feeds'][number];
  const isIn = exit !== undefined;
  const worth = isIn ? (exit?.price ?? null) : findEntryPrice(optimum, index);
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
