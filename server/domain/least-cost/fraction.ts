/** An exact number with a positive denominator. `toFraction` removes a common divisor; large numbers that are only compared or written keep it. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
/** True for a whole number that a double holds exactly: most decimals of a ration. Doubles are several times as fast. */
const isExact = (value: bigint): boolean => value <= MAX_EXACT && value >= -MAX_EXACT;

/** The greatest common divisor, at least 0. */
export function findDivisor(a: bigint, b: bigint): bigint {
  if (isExact(a) && isExact(b)) return BigInt(findSmallDivisor(Number(a), Number(b)));
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  return y === 0n ? x : findDivisor(y, x % y);
}

function findSmallDivisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

export function toFraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new Error('a fraction needs a denominator other than 0');
  if (denominator === 1n) return { numerator, denominator };
  const divisor = findDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export const ZERO = toFraction(0n);
export const ONE = toFraction(1n);

/** The exact value of a decimal, also with an exponent. */
export function parseDecimal(value: string | number): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(value));
  if (!match) throw new Error(`not a decimal: ${value}`);
  const [, sign, whole = '', part = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${part}`);
  const shift = Number(exponent) - part.length;
  return shift < 0 ? toFraction(digits, 10n ** BigInt(-shift)) : toFraction(digits * 10n ** BigInt(shift));
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  toFraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const negate = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: -numerator, denominator });
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b));
export const multiply = (a: Fraction, b: Fraction): Fraction => toFraction(a.numerator * b.numerator, a.denominator * b.denominator);
export const divide = (a: Fraction, b: Fraction): Fraction => toFraction(a.numerator * b.denominator, a.denominator * b.numerator);

/** Negative if a < b, 0 if both are equal, positive if a > b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isZero = ({ numerator }: Fraction): boolean => numerator === 0n;

/** Digits of `toNumber`, more than a double holds. */
const DIGITS = 20;

/** The nearest number, to 17 digits. */
export function toNumber({ numerator, denominator }: Fraction): number {
  if (numerator === 0n) return 0;
  // The quotient of two exact doubles is rounded once.
  if (isExact(numerator) && isExact(denominator)) return Number(numerator) / Number(denominator);
  const size = String(numerator < 0n ? -numerator : numerator).length - String(denominator).length;
  const shift = DIGITS - size;
  const scaled = shift >= 0 ? (numerator * 10n ** BigInt(shift)) / denominator : numerator / (denominator * 10n ** BigInt(-shift));
  return Number(`${scaled}e${-shift}`);
}

/** The nearest number to `a − b`. */
export const toDifference = (a: Fraction, b: Fraction): number =>
  toNumber({ numerator: a.numerator * b.denominator - b.numerator * a.denominator, denominator: a.denominator * b.denominator });

/** The nearest number to `a × b`. */
export const toProduct = (a: Fraction, b: Fraction): number =>
  toNumber({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator });

/** The nearest number to `a ÷ b`, for a positive b. */
export const toQuotient = (a: Fraction, b: Fraction): number =>
  toNumber({ numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator });

/** The fraction as text, such as `49/100`; a whole number has no denominator. */
export const toText = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;

/** Numbers over one denominator: sums of large fractions without a common divisor at each step. */
export interface Vector {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

export const readAt = ({ numerators, denominator }: Vector, index: number): Fraction => ({
  numerator: numerators[index] ?? 0n,
  denominator,
});

const findMultiple = (a: bigint, b: bigint): bigint => (a / findDivisor(a, b)) * b;
/** The least number that makes all values whole. */
export const findScale = (values: readonly Fraction[]): bigint =>
  values.reduce((scale, { denominator }) => findMultiple(scale, denominator), 1n);
export const scaleUp = ({ numerator, denominator }: Fraction, scale: bigint): bigint => (numerator * scale) / denominator;

/** Σ value × element, with the vector's common divisors. */
export function sumProducts(values: readonly Fraction[], { numerators, denominator }: Vector): Fraction {
  const scale = findScale(values);
  const numerator = values.reduce(
    (sum, value, index) => (value.numerator === 0n ? sum : sum + scaleUp(value, scale) * (numerators[index] as bigint)),
    0n,
  );
  return { numerator, denominator: denominator * scale };
}
