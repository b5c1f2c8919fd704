/**
 * Removes the noise of binary arithmetic: a double has 15 exact decimal digits (1.13 × 100 = 112.99999999999999). Cutting the noisy number
 * would give 112.99.
 */
export const clean = (value: number): number => (Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));

/** Cuts after `decimals` digits and never rounds: 0.29 → 0.29, 1.999 → 1.99, −1.999 → −1.99. */
export function truncate(value: number, decimals = 2): number {
  // Shortcut: most numbers have no more decimals than requested.
  const unit = 10 ** decimals;
  if (Math.round(value * unit) / unit === value) return value + 0;
  const [digits = '', exponent = '0'] = clean(value).toString().split('e');
  if (exponent !== '0') return Number(exponent) < 0 ? 0 : value;
  const [whole, fraction = ''] = digits.split('.');
  return Number(`${whole}.${fraction.slice(0, decimals)}`) + 0;
}

/**
 * a − b of numbers with at most six decimals. The noise of close numbers reaches the first digits of their difference (2438 − 2459.6 =
 * −21.59999999999991), so `clean` can't remove it.
 */
export const minus = (a: number, b: number): number => round(a - b, 6);

/** Rounds half away from zero, on the decimal digits. */
export function round(value: number, decimals: number): number {
  const shifted = clean(Math.abs(value) * 10 ** decimals);
  return clean(Math.sign(value) * (Math.round(shifted) / 10 ** decimals)) + 0;
}

/** The number of decimals. */
export function decimalsIn(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
