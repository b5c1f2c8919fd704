import { type Basis, pivot, readColumn, readLine, readValues, toForm } from './basis.ts';

/** The signs of the reduced costs, by variable. The simplex of one price breaks ties by a second line. */
export type ReadSigns = (basis: Basis) => (variable: number) => number;

/** A basic variable outside its bounds. */
export interface Violation {
  variable: number;
  isBelow: boolean;
}

/** Steps after which a solution stops: far more than a ration takes. */
const MAX_STEPS = 20_000;
/** Steps before Bland's rule, which is slow but ends. */
const GREEDY_STEPS = 300;

/** The work exceeded its steps. */
export class TooManySteps extends Error {}

export const toSign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);
const toSize = (value: bigint): bigint => (value < 0n ? -value : value);

/** The signs of reduced costs that are known already. */
export const toSigns =
  (line: readonly bigint[]) =>
  (variable: number): number =>
    toSign(line[variable] as bigint);
const readCostSigns: ReadSigns = (basis) => toSigns(readLine(basis, basis.costs));

/** True for a nonbasic variable whose bounds differ. */
export const isMovable = ({ isBasic, min, max }: Basis, variable: number): boolean =>
  !isBasic[variable] && (min[variable] === null || min[variable] !== max[variable]);

/**
 * A basic variable outside its bounds, or null: the one farthest outside. Bland's rule takes the first one instead, so that no basis
 * repeats.
 */
export function findViolation(basis: Basis, usesBland = true, values: readonly bigint[] = readValues(basis)): Violation | null {
  let found: Violation | null = null;
  let farthest = { by: 0n, scale: 1n };
  for (const [variable, value] of values.entries()) {
    const outside = basis.isBasic[variable] ? measureOutside(basis, variable, value) : null;
    if (outside === null) continue;
    const { isBelow, ...distance } = outside;
    if (usesBland) return { variable, isBelow };
    if (distance.by * farthest.scale <= farthest.by * distance.scale) continue;
    farthest = distance;
    found = { variable, isBelow };
  }
  return found;
}

/** The distance of a value from the bound that it exceeds, in whole units × denominator; null within its bounds. */
function measureOutside({ min, max, denominator, scales }: Basis, variable: number, value: bigint) {
  const [low, high] = [min[variable] ?? null, max[variable] ?? null];
  const scale = scales[variable] as bigint;
  if (low !== null && value < low * denominator) return { isBelow: true, by: low * denominator - value, scale };
  if (high !== null && value > high * denominator) return { isBelow: false, by: value - high * denominator, scale };
  return null;
}

/** The variable that moves a violated one to its bound at the least cost per unit; null if none does. */
function findMoving(basis: Basis, line: readonly bigint[], { isBelow }: Violation, costs: readonly bigint[] | null): number | null {
  let best: number | null = null;
  for (let variable = 0; variable < line.length; variable += 1) {
    const entry = line[variable] as bigint;
    if (entry === 0n || !isMovable(basis, variable)) continue;
    if ((entry > 0n === (basis.isAtMax[variable] as boolean)) === isBelow) continue;
    if (best === null || (costs !== null && isCheaper(costs, line, variable, best))) best = variable;
  }
  return best;
}

const isCheaper = (costs: readonly bigint[], line: readonly bigint[], variable: number, best: number): boolean =>
  toSize(costs[variable] as bigint) * toSize(line[best] as bigint) < toSize(costs[best] as bigint) * toSize(line[variable] as bigint);

/**
 * Moves basic variables into their bounds and keeps the costs optimal. Returns the variable of a contradiction, or null if the basis is
 * feasible. `ignoresCosts` suits a basis whose costs aren't optimal.
 */
export function runDualSimplex(basis: Basis, ignoresCosts = false): Violation | null {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const violation = findViolation(basis, step >= GREEDY_STEPS);
    if (violation === null) return null;
    const line = readLine(basis, toForm(basis, violation.variable));
    const entering = findMoving(basis, line, violation, ignoresCosts ? null : readLine(basis, basis.costs));
    if (entering === null) return violation;
    basis.isAtMax[violation.variable] = !violation.isBelow;
    pivot(basis, violation.variable, entering);
  }
  throw new TooManySteps();
}

export interface Step {
  /** The variable that stops the move: a basic one, or the moving one at its other bound. */
  variable: number;
  /** Length of the move × `weight`, in whole units × denominator. */
  length: bigint;
  weight: bigint;
  isToMax: boolean;
}

const isShorter = (a: Step, b: Step | null): boolean => {
  if (b === null) return true;
  const difference = a.length * b.weight - b.length * a.weight;
  return difference < 0n || (difference === 0n && a.variable < b.variable);
};

/** The first bound that a nonbasic variable, or a basic one, meets if the nonbasic one leaves its bound; null if none. */
export function findStep(basis: Basis, entering: number): Step | null {
  const { isBasic, min, max, isAtMax, denominator } = basis;
  const direction = isAtMax[entering] ? -1n : 1n;
  const [low, high] = [min[entering] ?? null, max[entering] ?? null];
  const values = readValues(basis);
  const column = readColumn(basis, entering);
  let best: Step | null = null;
  if (low !== null && high !== null)
    best = { variable: entering, length: (high - low) * denominator, weight: denominator, isToMax: direction > 0n };
  for (const [variable, value] of values.entries()) {
    const slope = isBasic[variable] ? (column[variable] as bigint) * direction : 0n;
    const step = slope === 0n ? null : toStep(basis, variable, value, slope);
    if (step && isShorter(step, best)) best = step;
  }
  return best;
}

/** True if a basic variable is exactly at a bound: several limits meet, and a change may move nothing. */
export const isDegenerate = ({ isBasic, min, max, denominator }: Basis, values: readonly bigint[]): boolean =>
  values.some((value, variable) => {
    if (!isBasic[variable]) return false;
    const [low, high] = [min[variable] ?? null, max[variable] ?? null];
    return value === (low === null ? null : low * denominator) || value === (high === null ? null : high * denominator);
  });

/** The step to the bound that a basic variable meets by its slope; null if it has none on that side. */
function toStep({ min, max, denominator }: Basis, variable: number, value: bigint, slope: bigint): Step | null {
  const bound = (slope > 0n ? max : min)[variable] ?? null;
  return bound === null ? null : { variable, length: toSize(bound * denominator - value), weight: toSize(slope), isToMax: slope > 0n };
}

/** Makes a variable basic, or moves it to its other bound. */
export function enterBasis(basis: Basis, entering: number, { variable, isToMax }: Step): void {
  basis.isAtMax[variable] = isToMax;
  if (variable !== entering) pivot(basis, variable, entering);
}

/** The first variable that lowers the cost; null if the basis is optimal. */
export function findEntering(basis: Basis, readSigns: ReadSigns = readCostSigns): number | null {
  const readSign = readSigns(basis);
  for (let variable = 0; variable < basis.isBasic.length; variable += 1)
    if (isMovable(basis, variable) && readSign(variable) === (basis.isAtMax[variable] ? 1 : -1)) return variable;
  return null;
}

/** Lowers the cost of a feasible basis to its minimum. False if the cost has no minimum. */
export function runPrimalSimplex(basis: Basis, readSigns: ReadSigns = readCostSigns): boolean {
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const entering = findEntering(basis, readSigns);
    if (entering === null) return true;
    const step = findStep(basis, entering);
    if (step === null) return false;
    enterBasis(basis, entering, step);
  }
  throw new TooManySteps();
}
