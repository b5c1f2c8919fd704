import { z } from 'zod';
import { Id, Percent } from '#contract/kinds.ts';
import { demanding, named } from '#contract/resource.ts';

/** Meaning of a ration's amounts: kilograms per head, or percent of the load; fresh (as fed) or dry. */
export const RATION_BASES = ['head_fresh', 'head_dry', 'load_fresh', 'load_dry'] as const;
export const RationBasis = z.enum(RATION_BASES);
export type RationBasis = z.infer<typeof RationBasis>;

/** The constant of a part if its feed's dry matter changes: its dry matter, or its fresh kilograms. */
export const HOLDS = ['fresh', 'dry'] as const;
export const Hold = z.enum(HOLDS);
export type Hold = z.infer<typeof Hold>;

/**
 * Kilograms per head, or percent, with six decimals, so that twelve grams in a load of tonnes are visible. The water of a wet mix may be 0.
 */
const Amount = z.number().nonnegative('min_val').max(99_999).multipleOf(0.000001);

/** Min share of each part, except that water. */
export const LEAST_SHARE = 0.01;

/**
 * One part of a ration. `percent` alone is a share of the fresh load; next to an `amount` it is ignored. `dry_matter` is the value at which
 * the amount was written, by default the feed's own; a part that is sent back unchanged keeps its own.
 */
export const RationItem = z
  .object({
    ingredient: Id,
    percent: z.number().nonnegative().max(100).nullish(),
    amount: Amount.nullish(),
    hold: Hold.nullish(),
    dry_matter: Percent.nullish(),
  })
  .superRefine(({ amount, percent }, context) => {
    if ((amount ?? null) !== null || percent === 0) return;
    const share = Percent.min(LEAST_SHARE).safeParse(percent ?? undefined);
    for (const issue of share.error?.issues ?? []) context.addIssue({ ...issue, path: ['percent'] } as z.core.$ZodRawIssue);
  }, demanding('percent'));
export type RationItem = z.infer<typeof RationItem>;

export const RationItemRow = z.object({
  ...named('ingredient'),
  percent: z.number(),
  amount: z.number(),
  hold: Hold,
  dry_matter: z.number(),
});
export type RationItemRow = z.infer<typeof RationItemRow>;

export const isByHead = (basis: RationBasis): boolean => basis === 'head_fresh' || basis === 'head_dry';
export const isDry = (basis: RationBasis): boolean => basis === 'head_dry' || basis === 'load_dry';

const MILLION = 1_000_000;
/** The sum in whole millionths, so that a hundred is exact. */
export const amountSum = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, { amount }) => sum + Math.round(amount * MILLION), 0) / MILLION;

/** A part in all four measures: fresh and dry, per head and of the load. */
type Measured = Record<RationBasis, number>;

const toMillionths = (value: number) => Math.round(value * MILLION) / MILLION;

/** Amounts that sum to a hundred. The largest takes the rounding difference. */
export function hundredOf(amounts: readonly number[]): number[] {
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  if (sum === 0) return amounts.map(() => 0);
  const rounded = amounts.map((amount) => toMillionths((amount * 100) / sum));
  const largest = rounded.indexOf(Math.max(...rounded));
  const others = rounded.reduce((all, amount, index) => (index === largest ? all : all + amount), 0);
  return rounded.with(largest, toMillionths(100 - others));
}

/**
 * The ration in each of its four measures, from parts in `basis` at their `dry_matter` (%). A ration in percent needs `perHead`, the fresh
 * kilograms of a head. A part without dry matter has dry measures of 0.
 */
export function measuredIn(basis: RationBasis, items: readonly { amount: number; dry_matter: number }[], perHead: number): Measured[] {
  const fresh = items.map(({ amount, dry_matter }) => (isDry(basis) ? (dry_matter > 0 ? (amount * 100) / dry_matter : 0) : amount));
  const sum = fresh.reduce((all, amount) => all + amount, 0);
  const ofHead = isByHead(basis) ? fresh : fresh.map((amount) => (sum > 0 ? (amount * perHead) / sum : 0));
  const dry = ofHead.map((amount, index) => (amount * (items[index]?.dry_matter ?? 0)) / 100);
  const [freshShares, dryShares] = [hundredOf(ofHead), hundredOf(dry)];
  return items.map(({ amount }, index) => ({
    head_fresh: toMillionths(ofHead[index] ?? 0),
    head_dry: toMillionths(dry[index] ?? 0),
    load_fresh: freshShares[index] ?? 0,
    load_dry: dryShares[index] ?? 0,
    [basis]: amount,
  }));
}
