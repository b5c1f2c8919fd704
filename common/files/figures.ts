import { decimalsIn, round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Cell } from '#contract/reports/shape.ts';

/** Decimals of printed weights: grams, or hundredths of a pound. */
export const weightDecimals = ({ units }: Formatter): number => (units === 'lb' ? 2 : 3);
export const MONEY_DECIMALS = 2;
/** Enough decimals for the price of a thousand tonnes to give its sum. */
const MAX_PRICE_DECIMALS = 9;
/** Just under half a kopeck: a difference nearer to half a kopeck could be rounded either way. */
const HALF_A_KOPECK = 0.0049;

/** A printed weight in the reader's unit, rounded half up. Sums add the printed figures. */
export const printedWeight = (format: Formatter, cell: Cell | undefined): number | null =>
  rounded(format.number('weight', cell), weightDecimals(format));
export const printedMoney = (format: Formatter, cell: Cell | undefined): number | null =>
  rounded(format.number('money', cell), MONEY_DECIMALS);

const rounded = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals));

/** Sum of printed figures without floating-point errors; null without figures. */
export function sumOf(figures: readonly Cell[]): number | null {
  const known = figures.filter((figure) => typeof figure === 'number');
  if (known.length === 0) return null;
  return round(
    known.reduce((sum, figure) => sum + figure, 0),
    Math.max(...known.map(decimalsIn)),
  );
}

export const quotient = (upper: number | null, lower: number | null, decimals: number): number | null =>
  upper === null || !lower ? null : round(upper / lower, decimals);

/** A line whose price is printed; `price` is the calculated one. */
interface Priced {
  weight: number | null;
  sum: number | null;
  price: number | null;
}

/**
 * The price with this many decimals: the calculated one if it gives the line's sum, else sum divided by weight. null if neither gives it.
 */
function roundPrice({ weight, sum, price }: Priced, decimals: number): number | null {
  if (!weight || sum === null) return null;
  const gives = (one: number) => Math.abs(one * weight - sum) < HALF_A_KOPECK;
  return [price, sum / weight].map((one) => (one === null ? one : round(one, decimals))).find((one) => one !== null && gives(one)) ?? null;
}

/** Price of each line, all with the fewest decimals with which weight × price, rounded, gives every line's sum. */
export function pricesOf(lines: readonly Priced[]): (number | null)[] {
  const priced = lines.map((line) => Boolean(line.weight) && line.sum !== null);
  for (let decimals = MONEY_DECIMALS; ; decimals += 1) {
    const prices = lines.map((line) => roundPrice(line, decimals));
    if (decimals === MAX_PRICE_DECIMALS || prices.every((price, at) => price !== null || !priced[at])) return prices;
  }
}

/** A report's price in the reader's unit. */
export const reckonedPrice = (format: Formatter, cell: Cell | undefined): number | null => format.number('price', cell);
