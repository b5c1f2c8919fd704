import { amountSum, type Hold, hundredOf, isByHead, isDry, measuredIn, type RationBasis } from '#contract/operations/ration-items.ts';
import { divide, type RecipeIngredient, type RecipePart } from '#src/domain/recipe-editor/parts.ts';

/** A part of a ration during editing. */
export interface RationPart extends RecipePart {
  /** In the ration's basis. */
  amount: number | null;
  hold: Hold;
  /** The feed and dry matter at which the amount was written; null for today's. */
  at: { ingredient: number; dry_matter: number } | null;
}

/** The written ration: its basis and parts. */
export interface Written {
  basis: RationBasis;
  items: RationPart[];
}

/** Target dry matter (%) of the mix, and the feed that adds water. */
export interface Wetting {
  target_dry_matter: number | null;
  water: number | null;
}

export type Feeds = ReadonlyMap<number, RecipeIngredient>;

/** Kilograms per head. */
export type HeadMeasures = Record<'head_fresh' | 'head_dry', number>;

/** A hundred percent in hundredths. */
const WHOLE = 10_000;

const millionths = (value: number) => Math.round(value * 1_000_000) / 1_000_000;

const dryNow = ({ ingredient }: RationPart, feeds: Feeds) => feeds.get(ingredient ?? 0)?.dry_matter ?? 0;

const dryThen = (part: RationPart, feeds: Feeds) =>
  part.at !== null && part.at.ingredient === part.ingredient ? part.at.dry_matter : dryNow(part, feeds);

/** Today's parts: those that hold dry matter change their fresh weight, others their dry weight. Percentages keep their sum exactly. */
function today(written: Written, feeds: Feeds): { amount: number; dry_matter: number }[] {
  const { basis, items } = written;
  const amounts = items.map((part) => {
    const [then, now, amount] = [dryThen(part, feeds), dryNow(part, feeds), part.amount ?? 0];
    if (then === 0 || now === 0 || then === now) return amount;
    if (part.hold === 'dry') return isDry(basis) ? amount : (amount * then) / now;
    return isDry(basis) ? (amount * now) / then : amount;
  });
  const [was, is] = [items.reduce((sum, { amount }) => sum + (amount ?? 0), 0), amounts.reduce((sum, amount) => sum + amount, 0)];
  const scale = isByHead(basis) || is === 0 ? 1 : was / is;
  // Rounding each share alone would leave a millionth, which is shown as 99.99 %.
  const isWhole = !isByHead(basis) && missingOf(written) === 0;
  const shown = isWhole ? hundredOf(amounts) : amounts.map((amount) => millionths(amount * scale));
  return items.map((part, index) => ({ amount: shown[index] ?? 0, dry_matter: dryNow(part, feeds) }));
}

/** Each part in all four measures of today. */
export const measuresOf = (written: Written, feeds: Feeds, perHead: number) => measuredIn(written.basis, today(written, feeds), perHead);

/** The sum of a column in whole millionths: shares sum to exactly 100, because cells aren't rounded before. */
export const sumMeasures = (measures: readonly Record<RationBasis, number>[], column: RationBasis): number =>
  amountSum(measures.map((one) => ({ amount: one[column] })));

/** The rest to a hundred percent; 0 for a ration by head. */
export const missingOf = ({ basis, items }: Written): number =>
  isByHead(basis) ? 0 : millionths(100 - amountSum(items.map(({ amount }) => ({ amount: amount ?? 0 }))));

/** The ration in another basis, at today's dry matter. */
export function writtenIn(written: Written, basis: RationBasis, feeds: Feeds, perHead: number): Written {
  const measures = measuresOf(written, feeds, perHead);
  return {
    basis,
    items: written.items.map((part, index) => ({
      ...part,
      amount: part.amount === null ? null : (measures[index]?.[basis] ?? null),
      at: null,
    })),
  };
}

/** The ration after typing in a column, which becomes its basis. By head, other parts keep their written amounts. */
export function typedIn(
  written: Written,
  index: number,
  basis: RationBasis,
  amount: number | null,
  feeds: Feeds,
  perHead: number,
): Written {
  const stays = basis === written.basis && isByHead(basis);
  const { items } = stays ? written : writtenIn(written, basis, feeds, perHead);
  return { basis, items: items.with(index, { ...items[index]!, amount, at: null }) };
}

/** The ration after a part holds something else, from today on, so that its load stays. */
export function heldAs(written: Written, index: number, hold: Hold, feeds: Feeds, perHead: number): Written {
  const amount = measuresOf(written, feeds, perHead)[index]?.[written.basis] ?? null;
  const { basis, items } = typedIn(written, index, written.basis, amount, feeds, perHead);
  return { basis, items: items.with(index, { ...items[index]!, hold }) };
}

/** Percentages scaled to exactly a hundred. */
export function spreadAmounts({ basis, items }: Written): Written {
  const shares = divide(
    100_000_000,
    items.map(({ amount }) => Math.round((amount ?? 0) * 1_000_000) || 1),
  );
  return { basis, items: items.map((part, index) => ({ ...part, amount: shares[index]! / 1_000_000 })) };
}

/** True if shares with two decimals describe the ration completely. */
export const isPlain = ({ basis, items }: Written): boolean =>
  basis === 'load_fresh' &&
  items.every(({ hold, amount }) => hold === 'fresh' && Math.round((amount ?? 0) * 100) === millionths((amount ?? 0) * 100));

/** True if fresh kilograms per head describe the ration completely. */
export const isPlainByHead = ({ basis, items }: Written): boolean => basis === 'head_fresh' && items.every(({ hold }) => hold === 'fresh');

/** Shares with two decimals and the exact sum of a hundred, from any basis. */
export function toPlainShares(written: Written, feeds: Feeds, perHead: number): Written {
  const weights = measuresOf(written, feeds, perHead).map(({ head_fresh }) => head_fresh);
  const shares = weights.some((weight) => weight > 0) ? divide(WHOLE, weights) : weights;
  const items = written.items.map((part, index) => ({
    ...part,
    hold: 'fresh' as const,
    at: null,
    amount: part.amount === null ? null : (shares[index] ?? 0) / 100,
  }));
  return { basis: 'load_fresh', items };
}

/** In the API's format. */
export const inputOf = ({ basis, items }: Written, feeds: Feeds) => ({
  basis,
  items: items.map((part) => ({ ingredient: part.ingredient, amount: part.amount, hold: part.hold, dry_matter: dryThen(part, feeds) })),
});
