import { decimalsIn, round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Cell } from '#contract/reports/shape.ts';

/** Grams; of a pound, hundredths. */
export const weightDecimals = ({ units }: Formatter): number => (units === 'lb' ? 2 : 3);
export const MONEY_DECIMALS = 2;
/** Enough for the price of a thousand tonnes to give its sum. */
const MOST_PRICE_DECIMALS = 9;
/** What is nearer to it than a hundredth might be rounded either way. */
const HALF_A_KOPECK = 0.0049;

/** Figures of a document, as they are printed: in the reader's unit, rounded half up. What adds them up adds what is printed. */
export const printedWeight = (format: Formatter, cell: Cell | undefined): number | null =>
  rounded(format.number('weight', cell), weightDecimals(format));
export const printedMoney = (format: Formatter, cell: Cell | undefined): number | null =>
  rounded(format.number('money', cell), MONEY_DECIMALS);

const rounded = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals));

/** The sum of printed figures, without the noise of adding them; null of none. */
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

/** A line whose price is asked for; `price`: what it was calculated at. */
interface Priced {
  weight: number | null;
  sum: number | null;
  price: number | null;
}

/** In so many decimals: the price that was calculated with where it gives the line's sum, else the sum by its weight. null where neither does. */
function priceOf({ weight, sum, price }: Priced, decimals: number): number | null {
  if (!weight || sum === null) return null;
  const gives = (one: number) => Math.abs(one * weight - sum) < HALF_A_KOPECK;
  return [price, sum / weight].map((one) => (one === null ? one : round(one, decimals))).find((one) => one !== null && gives(one)) ?? null;
}

/** What each line costs by the unit, all in the least decimals with which weight × price, rounded, gives every line's sum. */
export function pricesOf(lines: readonly Priced[]): (number | null)[] {
  const priced = lines.map((line) => Boolean(line.weight) && line.sum !== null);
  for (let decimals = MONEY_DECIMALS; ; decimals += 1) {
    const prices = lines.map((line) => priceOf(line, decimals));
    if (decimals === MOST_PRICE_DECIMALS || prices.every((price, at) => price !== null || !priced[at])) return prices;
  }
}

/** A report's price, in the reader's unit. */
export const reckonedPrice = (format: Formatter, cell: Cell | undefined): number | null => format.number('price', cell);
