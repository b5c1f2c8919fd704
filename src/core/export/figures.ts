import type { Cell } from '../../../contract/reports/shape.ts';
import { decimalsIn, round } from '../format/decimal.ts';
import type { Formatter } from '../format/formatter.ts';
import { isUs } from '../format/locale.ts';

/** Grams; of a pound, hundredths. */
export const weightDecimals = ({ language }: Formatter): number => (isUs(language) ? 2 : 3);
export const MONEY_DECIMALS = 2;
/** Enough for the price of a thousand tonnes to give its sum. */
const MOST_PRICE_DECIMALS = 9;
/** What is nearer to half a kopeck than this might be rounded either way. */
const DOUBT = 1e-4;

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

interface Priced {
  weight: number | null;
  sum: number | null;
}

/** The least decimals with which weight × price, rounded, gives the sum of every line. */
export function priceDecimals(lines: readonly Priced[]): number {
  const gives = (decimals: number) =>
    lines.every(({ weight, sum }) => {
      const price = quotient(sum, weight, decimals);
      return price === null || Math.abs(price * weight! - sum!) < 0.005 - DOUBT;
    });
  let decimals = MONEY_DECIMALS;
  while (decimals < MOST_PRICE_DECIMALS && !gives(decimals)) decimals += 1;
  return decimals;
}

/** What each line costs by the unit, all in as many decimals as make weight × price the line's sum. */
export function pricesOf(lines: readonly Priced[]): (number | null)[] {
  const decimals = priceDecimals(lines);
  return lines.map(({ weight, sum }) => quotient(sum, weight, decimals));
}
