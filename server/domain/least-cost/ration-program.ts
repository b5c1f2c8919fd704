import type { Limit } from '#contract/least-cost.ts';
import { KG_PER_LB } from '#contract/units.ts';
import {
  add,
  divide,
  type Fraction,
  findScale,
  multiply,
  ONE,
  parseDecimal,
  scaleUp,
  subtract,
  sumProducts,
  toFraction,
  toNumber,
  toQuotient,
  type Vector,
  ZERO,
} from './fraction.ts';
import type { LinearProgram, Row } from './program.ts';

/** A nutrient's unit, and whether its values are per kilogram of dry matter or as fed. */
interface NutrientMeasure {
  unit: string;
  per: 'dry' | 'fresh';
}

/** A feed in decimals. Prices and amounts are per kilogram as fed, dry matter in %; `values` are by nutrient, in the nutrient's measure. */
export interface RationFeed {
  ingredient: number;
  price: string;
  min: string;
  max: string | null;
  dryMatter: string;
  values: Record<number, string>;
}

export interface RationProblem {
  feeds: RationFeed[];
  nutrients: Record<number, NutrientMeasure>;
  limits: Limit[];
}

/** The value of a limit is `Σ coefficient × amount`, or its ratio to `Σ of × amount`. */
export interface Measure {
  coefficients: Fraction[];
  of: Fraction[] | null;
}

/** The limit and side of a row; a row without `of` contains both sides. */
export interface RationRow {
  limit: number;
  side: 'min' | 'max' | 'both';
}

const HUNDRED = parseDecimal(100);

/** Amount of a nutrient in a kilogram of dry matter or feed, per unit of its value: kg for %, otherwise the unit without its kilogram. */
export function toAmountFactor(unit: string): Fraction {
  if (unit === 'percent') return divide(ONE, HUNDRED);
  return unit === 'mcal_lb' ? divide(ONE, parseDecimal(KG_PER_LB)) : ONE;
}

/** Kilograms per unit of amount, so that masses in different units have a ratio; energies keep their units. */
const toMassFactor = (unit: string): Fraction =>
  unit === 'g_kg' ? parseDecimal('0.001') : unit === 'mg_kg' || unit === 'ppm' ? parseDecimal('0.000001') : ONE;

const readDry = ({ dryMatter }: RationFeed): Fraction => divide(parseDecimal(dryMatter), HUNDRED);

/** A nutrient in a kilogram as fed, in the nutrient's unit. The caller guarantees the value. */
function readContent(feed: RationFeed, nutrient: number, { per }: NutrientMeasure): Fraction {
  const value = parseDecimal(feed.values[nutrient] ?? '0');
  return per === 'dry' ? multiply(value, readDry(feed)) : value;
}

const findNutrient = ({ nutrients }: RationProblem, nutrient: number): NutrientMeasure => {
  const found = nutrients[nutrient];
  if (!found) throw new Error(`no nutrient ${nutrient}`);
  return found;
};

const readMass = (problem: RationProblem, feed: RationFeed, nutrient: number): Fraction => {
  const measure = findNutrient(problem, nutrient);
  return multiply(readContent(feed, nutrient, measure), multiply(toAmountFactor(measure.unit), toMassFactor(measure.unit)));
};

/** A group's share is in percent of the load, as fed or dry. */
function measureFeeds(feeds: readonly RationFeed[], { feeds: group, per }: Extract<Limit, { of: 'feeds' }>): Measure {
  const ofFeed = (feed: RationFeed) => (per === 'head_dry' || per === 'load_dry' ? readDry(feed) : ONE);
  const coefficients = feeds.map((feed) => (group.includes(feed.ingredient) ? ofFeed(feed) : ZERO));
  if (per === 'head_fresh' || per === 'head_dry') return { coefficients, of: null };
  return { coefficients: coefficients.map((value) => multiply(value, HUNDRED)), of: feeds.map(ofFeed) };
}

/** The form of a limit's value over the amounts of the feeds. */
export function measureLimit(problem: RationProblem, limit: Limit): Measure {
  const { feeds } = problem;
  if (limit.of === 'dry_matter') return { coefficients: feeds.map(readDry), of: null };
  if (limit.of === 'weight') return { coefficients: feeds.map(() => ONE), of: null };
  if (limit.of === 'feeds') return measureFeeds(feeds, limit);
  if (limit.of === 'ratio') {
    const readAll = (nutrient: number) => feeds.map((feed) => readMass(problem, feed, nutrient));
    return { coefficients: readAll(limit.nutrient), of: readAll(limit.to) };
  }
  const measure = findNutrient(problem, limit.nutrient);
  const contents = feeds.map((feed) => readContent(feed, limit.nutrient, measure));
  if (limit.per === 'head') return { coefficients: contents.map((value) => multiply(value, toAmountFactor(measure.unit))), of: null };
  return { coefficients: contents, of: feeds.map((feed) => (limit.per === 'dry' ? readDry(feed) : ONE)) };
}

const parseBound = (value: number | null | undefined): Fraction | null =>
  value === null || value === undefined ? null : parseDecimal(value);

/** The rows of a limit: `Σ coefficient × amount ≥ min × Σ of × amount` is linear. */
function toRows({ coefficients, of }: Measure, limit: Limit): { row: Row; side: RationRow['side'] }[] {
  const [min, max] = [parseBound(limit.min), parseBound(limit.max)];
  if (of === null) return [{ row: { coefficients, min, max }, side: 'both' }];
  const compare = (bound: Fraction) => coefficients.map((value, index) => subtract(value, multiply(bound, of[index] as Fraction)));
  return [
    ...(min ? [{ row: { coefficients: compare(min), min: ZERO, max: null }, side: 'min' as const }] : []),
    ...(max ? [{ row: { coefficients: compare(max), min: null, max: ZERO }, side: 'max' as const }] : []),
  ];
}

export interface RationProgram {
  program: LinearProgram;
  measures: Measure[];
  rows: RationRow[];
}

export function toRationProgram(problem: RationProblem): RationProgram {
  const measures = problem.limits.map((limit) => measureLimit(problem, limit));
  const rows = problem.limits.flatMap((limit, index) =>
    toRows(measures[index] as Measure, limit).map(({ row, side }) => ({ row, at: { limit: index, side } })),
  );
  return {
    measures,
    rows: rows.map(({ at }) => at),
    program: {
      costs: problem.feeds.map(({ price }) => parseDecimal(price)),
      bounds: problem.feeds.map(({ min, max }) => ({ min: parseDecimal(min), max: max === null ? null : parseDecimal(max) })),
      rows: rows.map(({ row }) => row),
    },
  };
}

/** `Σ of × amount`, 1 for a limit of a sum. */
export const sumBase = ({ of }: Measure, amounts: Vector): Fraction => (of === null ? ONE : sumProducts(of, amounts));

/** The value of a limit, null for a ratio to nothing. */
export function readLimitValue(measure: Measure, amounts: Vector): number | null {
  const base = sumBase(measure, amounts);
  const sum = sumProducts(measure.coefficients, amounts);
  return base.numerator === 0n ? null : toQuotient(sum, base);
}

/** Decimals over one denominator. */
export function parseAmounts(amounts: readonly string[]): Vector {
  const values = amounts.map(parseDecimal);
  const scale = findScale(values);
  return { numerators: values.map((value) => scaleUp(value, scale)), denominator: scale };
}

/** The cost and the values of the limits of any amounts. */
export function valueAmounts(problem: RationProblem, amounts: readonly string[]): { cost: number; limits: (number | null)[] } {
  const vector = parseAmounts(amounts);
  const cost = sumProducts(
    problem.feeds.map(({ price }) => parseDecimal(price)),
    vector,
  );
  return { cost: toNumber(cost), limits: problem.limits.map((limit) => readLimitValue(measureLimit(problem, limit), vector)) };
}

const toSize = ({ numerator, denominator }: Fraction): Fraction => toFraction(numerator < 0n ? -numerator : numerator, denominator);

/** Digits of a weight. More would only lengthen the exact numbers. */
const WEIGHT_DIGITS = 3;

/** The weight of each row's excess, so that equal percentages of the limits count equally. `typical` are usual amounts. */
export function weighRows({ measures, rows }: RationProgram, limits: readonly Limit[], typical: Vector): Fraction[] {
  return rows.map(({ limit, side }) => {
    const { min, max } = limits[limit] as Limit;
    const bounds = (side === 'min' ? [min] : side === 'max' ? [max] : [min, max]).flatMap((bound) =>
      bound ? [toSize(parseDecimal(bound))] : [],
    );
    const size = bounds.length === 0 ? ONE : divide(bounds.reduce(add), parseDecimal(bounds.length));
    const weight = multiply(size, sumBase(measures[limit] as Measure, typical));
    const inverse = weight.numerator === 0n ? ONE : divide(ONE, weight);
    return parseDecimal(toNumber(inverse).toPrecision(WEIGHT_DIGITS));
  });
}
