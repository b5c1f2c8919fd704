import { amountSum, type Hold, isByHead, isDry, measuredIn, type RationBasis } from '#contract/operations/ration-items.ts';
import { divide, type RecipeIngredient, type RecipePart } from '#src/domain/recipe-editor/parts.ts';

/** A part of a ration as it is being edited. */
export interface RationPart extends RecipePart {
  /** In the ration's basis. */
  amount: number | null;
  hold: Hold;
  /** What the amount was written at, of which feed; null for today's dry matter. */
  at: { ingredient: number; dry_matter: number } | null;
}

/** What is written: the basis and the parts in it. */
export interface Written {
  basis: RationBasis;
  items: RationPart[];
}

/** The dry matter (%) that the mix is to have, and the feed that makes it up. */
export interface Wetting {
  target_dry_matter: number | null;
  water: number | null;
}

export type Feeds = ReadonlyMap<number, RecipeIngredient>;

/** What a head gets, in kg. */
export type HeadMeasures = Record<'head_fresh' | 'head_dry', number>;

/** Kilograms that a head gets, where a ration by percent doesn't say. */
export const PER_HEAD_KG = 40;

const millionths = (value: number) => Math.round(value * 1_000_000) / 1_000_000;

const dryNow = ({ ingredient }: RationPart, feeds: Feeds) => feeds.get(ingredient ?? 0)?.dry_matter ?? 0;

const dryThen = (part: RationPart, feeds: Feeds) =>
  part.at !== null && part.at.ingredient === part.ingredient ? part.at.dry_matter : dryNow(part, feeds);

/** The parts as they are today: what holds its dry matter has another weight as fed, what doesn't has another dry one. Percentages keep their sum. */
function today({ basis, items }: Written, feeds: Feeds): { amount: number; dry_matter: number }[] {
  const amounts = items.map((part) => {
    const [then, now, amount] = [dryThen(part, feeds), dryNow(part, feeds), part.amount ?? 0];
    if (then === 0 || now === 0 || then === now) return amount;
    if (part.hold === 'dry') return isDry(basis) ? amount : (amount * then) / now;
    return isDry(basis) ? (amount * now) / then : amount;
  });
  const [was, is] = [items.reduce((sum, { amount }) => sum + (amount ?? 0), 0), amounts.reduce((sum, amount) => sum + amount, 0)];
  const scale = isByHead(basis) || is === 0 ? 1 : was / is;
  return items.map((part, index) => ({ amount: millionths((amounts[index] ?? 0) * scale), dry_matter: dryNow(part, feeds) }));
}

/** Each part in all four measures, as it is today. */
export const measuresOf = (written: Written, feeds: Feeds, perHead: number) => measuredIn(written.basis, today(written, feeds), perHead);

/** What is missing of a hundred percent; nothing of a ration by head. */
export const missingOf = ({ basis, items }: Written): number =>
  isByHead(basis) ? 0 : millionths(100 - amountSum(items.map(({ amount }) => ({ amount: amount ?? 0 }))));

/** The same ration written in another basis, at today's dry matter. */
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

/** After a number is typed in a column: the ration is written in it. What is written by head stays as it was written but for that part. */
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

/** After a part is to hold something else: from today on, so that nothing moves by it. */
export function heldAs(written: Written, index: number, hold: Hold, feeds: Feeds, perHead: number): Written {
  const amount = measuresOf(written, feeds, perHead)[index]?.[written.basis] ?? null;
  const { basis, items } = typedIn(written, index, written.basis, amount, feeds, perHead);
  return { basis, items: items.with(index, { ...items[index]!, hold }) };
}

/** Percentages grown or shrunk to exactly a hundred. */
export function spreadAmounts({ basis, items }: Written): Written {
  const shares = divide(
    100_000_000,
    items.map(({ amount }) => Math.round((amount ?? 0) * 1_000_000) || 1),
  );
  return { basis, items: items.map((part, index) => ({ ...part, amount: shares[index]! / 1_000_000 })) };
}

/** Whether shares with two decimals say all of it. */
export const isPlain = ({ basis, items }: Written): boolean =>
  basis === 'load_fresh' &&
  items.every(({ hold, amount }) => hold === 'fresh' && Math.round((amount ?? 0) * 100) === millionths((amount ?? 0) * 100));

/** As the server takes it. */
export const inputOf = ({ basis, items }: Written, feeds: Feeds) => ({
  basis,
  items: items.map((part) => ({ ingredient: part.ingredient, amount: part.amount, hold: part.hold, dry_matter: dryThen(part, feeds) })),
});
