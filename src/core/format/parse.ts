export interface ParseOptions {
  /** A larger number becomes this one. */
  max?: number;
  /** Further decimals are cut. */
  decimals?: number;
  negative?: boolean;
}

/** What was typed without the decimals that nothing keeps. */
export const cutDecimals = (text: string, decimals: number): string =>
  decimals === 0 ? text.replace(/[.,].*$/, '') : text.replace(new RegExp(`([.,]\\d{${decimals}})\\d+`), '$1');

/** A number as a person types it, with comma or dot; null when it isn't one. */
export function parseNumber(text: string, { max = Number.POSITIVE_INFINITY, decimals = 2, negative = false }: ParseOptions = {}) {
  const found = /^([-−]?)(\d*)(?:[.,](\d*))?$/.exec(text.replace(/[\s'’]/g, ''));
  if (!found) return null;
  const [, sign, whole = '', fraction = ''] = found;
  if (whole + fraction === '' || (sign && !negative)) return null;
  const value = Math.min(Number(`${whole || '0'}.${fraction.slice(0, decimals) || '0'}`), max);
  return sign && value !== 0 ? -value : value;
}
