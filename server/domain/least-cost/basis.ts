import type { Vector } from './fraction.ts';
import { type LinearProgram, sumWhole, toWholeProgram, type WholeProgram } from './program.ts';

/**
 * A basis in whole numbers. Each basic variable is `line × nonbasic variables ÷ denominator`. Only the core is stored: lines of the basic
 * amounts, columns of the nonbasic rows. All other entries follow from the core. A pivot divides without remainder (Edmonds), so each entry
 * is a determinant of the program's own numbers.
 */
export interface Basis extends WholeProgram {
  denominator: bigint;
  core: bigint[][];
  /** Basic amounts, in the order of the core's lines. */
  lines: number[];
  /** Nonbasic rows as variables, in the order of the core's columns. */
  columns: number[];
  isBasic: boolean[];
  /** The bound at which a nonbasic variable is. */
  isAtMax: boolean[];
}

/** The basis of the rows: all amounts are at their minimum. */
export const createBasis = (program: LinearProgram): Basis => createRowBasis(toWholeProgram(program));

/** The basis of the rows of a program that is in whole numbers already. */
export function createRowBasis(whole: WholeProgram): Basis {
  const variables = whole.scales.map((_, variable) => variable);
  return {
    ...whole,
    denominator: 1n,
    core: [],
    lines: [],
    columns: [],
    isBasic: variables.map((variable) => variable >= whole.amounts),
    isAtMax: variables.map(() => false),
  };
}

/** A copy whose pivots don't change the original. */
export const copyBasis = (basis: Basis): Basis => ({
  ...basis,
  core: basis.core.map((line) => [...line]),
  lines: [...basis.lines],
  columns: [...basis.columns],
  isBasic: [...basis.isBasic],
  isAtMax: [...basis.isAtMax],
});

const isAmount = ({ amounts }: Basis, variable: number): boolean => variable < amounts;
const getRow = ({ matrix, amounts }: Basis, variable: number): bigint[] => matrix[variable - amounts] as bigint[];

/** A variable as a sum of the amounts. */
export const toForm = (basis: Basis, variable: number): bigint[] =>
  isAmount(basis, variable) ? basis.costs.map((_, amount) => (amount === variable ? 1n : 0n)) : getRow(basis, variable);

/** The part of `readLine` at the core's columns. */
function readCoreLine({ core, lines, columns }: Basis, form: readonly bigint[]): bigint[] {
  const own = lines.flatMap((amount, at) => (form[amount] === 0n ? [] : [[form[amount] as bigint, core[at] as bigint[]] as const]));
  return columns.map((_, index) => own.reduce((sum, [factor, line]) => sum + factor * (line[index] as bigint), 0n));
}

/** `denominator ×` the coefficients of a form over the nonbasic variables, by variable. */
export function readLine(basis: Basis, form: readonly bigint[]): bigint[] {
  const { amounts, columns, isBasic, denominator } = basis;
  const line: bigint[] = isBasic.map(() => 0n);
  const entries = readCoreLine(basis, form);
  for (const [index, column] of columns.entries()) line[column] = entries[index] as bigint;
  const rows = columns.flatMap((column, index) =>
    entries[index] === 0n ? [] : [[entries[index] as bigint, getRow(basis, column)] as const],
  );
  for (let amount = 0; amount < amounts; amount += 1) {
    if (isBasic[amount]) continue;
    let sum = (form[amount] as bigint) * denominator;
    for (const [factor, row] of rows) if (row[amount] !== 0n) sum -= factor * (row[amount] as bigint);
    line[amount] = sum;
  }
  return line;
}

/** `denominator ×` the change of each basic amount per unit of a nonbasic variable, in the order of the core's lines. */
function readCoreColumn(basis: Basis, variable: number): bigint[] {
  if (!isAmount(basis, variable)) {
    const position = basis.columns.indexOf(variable);
    return basis.core.map((line) => line[position] as bigint);
  }
  const own = basis.columns.map((row) => -(getRow(basis, row)[variable] as bigint));
  return basis.core.map((line) => sumWhole(line, own));
}

/** `denominator ×` the change of a basic row per unit of a nonbasic variable. */
function readEntry(basis: Basis, row: number, variable: number, coreColumn: readonly bigint[]): bigint {
  const coefficients = getRow(basis, row);
  let sum = isAmount(basis, variable) ? (coefficients[variable] as bigint) * basis.denominator : 0n;
  for (const [index, amount] of basis.lines.entries())
    if (coefficients[amount] !== 0n) sum += (coefficients[amount] as bigint) * (coreColumn[index] as bigint);
  return sum;
}

/** `denominator ×` the change of each basic variable per unit of a nonbasic one, by variable. */
export function readColumn(basis: Basis, variable: number): bigint[] {
  const changes = readCoreColumn(basis, variable);
  const column: bigint[] = basis.isBasic.map((isBasic, basic) =>
    isBasic && !isAmount(basis, basic) ? readEntry(basis, basic, variable, changes) : 0n,
  );
  for (const [index, amount] of basis.lines.entries()) column[amount] = changes[index] as bigint;
  return column;
}

/** Makes a variable basic instead of the first of these that depends on the variable. False if none does. */
export function makeBasic(basis: Basis, variable: number, candidates: readonly number[]): boolean {
  const changes = readCoreColumn(basis, variable);
  const depends = (basic: number) =>
    isAmount(basis, basic) ? changes[basis.lines.indexOf(basic)] !== 0n : readEntry(basis, basic, variable, changes) !== 0n;
  const leaving = candidates.find((candidate) => basis.isBasic[candidate] && depends(candidate));
  if (leaving === undefined) return false;
  pivot(basis, leaving, variable, changes);
  return true;
}

/** The bound of a nonbasic variable, in whole units. */
export function getBound({ isAtMax, min, max }: Basis, variable: number): bigint {
  const bound = isAtMax[variable] ? max[variable] : min[variable];
  if (bound === null || bound === undefined) throw new Error('a nonbasic variable needs a bound');
  return bound;
}

/** `denominator ×` the value of each variable, in whole units. */
export function readValues(basis: Basis): bigint[] {
  const { amounts, core, lines, columns, isBasic, denominator } = basis;
  const resting = basis.costs.map((_, amount) => (isBasic[amount] ? 0n : getBound(basis, amount)));
  const needed = columns.map((row) => getBound(basis, row) - sumWhole(getRow(basis, row), resting));
  const values: bigint[] = isBasic.map((_, variable) => (variable < amounts ? (resting[variable] as bigint) * denominator : 0n));
  for (const [index, amount] of lines.entries()) values[amount] = sumWhole(core[index] as bigint[], needed);
  const ofAmounts = values.slice(0, amounts);
  for (let variable = amounts; variable < isBasic.length; variable += 1)
    values[variable] = isBasic[variable] ? sumWhole(getRow(basis, variable), ofAmounts) : getBound(basis, variable) * denominator;
  return values;
}

/** `(size × entry − factor × own) ÷ denominator` of the kept entries: most of the time of an optimisation. */
function updateLine(
  old: readonly bigint[],
  kept: readonly number[],
  own: readonly bigint[],
  { size, factor, denominator }: { size: bigint; factor: bigint; denominator: bigint },
): bigint[] {
  const next: bigint[] = new Array(kept.length);
  for (let index = 0; index < kept.length; index += 1) {
    const entry = old[kept[index] as number] as bigint;
    const other = own[index] as bigint;
    if (factor === 0n || other === 0n) next[index] = entry === 0n ? 0n : (size * entry) / denominator;
    else next[index] = (size * entry - factor * other) / denominator;
  }
  return next;
}

/** Exchanges a basic variable with a nonbasic one, whose `changes` of the core's amounts the caller may know. */
export function pivot(basis: Basis, leaving: number, entering: number, changes = readCoreColumn(basis, entering)): void {
  const { denominator } = basis;
  const isRowLeaving = !isAmount(basis, leaving);
  const position = basis.lines.indexOf(leaving);
  const value = isRowLeaving ? readEntry(basis, leaving, entering, changes) : (changes[position] as bigint);
  const sign = value < 0n ? -1n : 1n;
  const size = value * sign;
  const line = isRowLeaving ? readCoreLine(basis, getRow(basis, leaving)) : (basis.core[position] as bigint[]);
  const kept = basis.columns.flatMap((variable, index) => (variable === entering ? [] : [index]));
  const own = kept.map((index) => (line[index] as bigint) * sign);
  const core: bigint[][] = [];
  const lines: number[] = [];
  for (const [at, amount] of basis.lines.entries()) {
    if (amount === leaving) continue;
    const factor = changes[at] as bigint;
    const next = updateLine(basis.core[at] as bigint[], kept, own, { size, factor, denominator });
    if (isRowLeaving) next.push(factor * sign);
    core.push(next);
    lines.push(amount);
  }
  if (isAmount(basis, entering)) {
    const next = own.map((entry) => -entry);
    if (isRowLeaving) next.push(denominator * sign);
    core.push(next);
    lines.push(entering);
  }
  Object.assign(basis, { core, lines, denominator: size });
  basis.columns = [...kept.map((index) => basis.columns[index] as number), ...(isRowLeaving ? [leaving] : [])];
  basis.isBasic[leaving] = false;
  basis.isBasic[entering] = true;
}

/** The amounts of the basis, exact. */
export const readAmounts = (basis: Basis, values: readonly bigint[] = readValues(basis)): Vector => ({
  numerators: values.slice(0, basis.amounts),
  denominator: basis.denominator * basis.unit,
});

/** Change of the cost per unit of each row's limit, from the line of reduced costs; 0 for a row that isn't at a limit. */
export function readShadowPrices(basis: Basis, line: readonly bigint[]): Vector {
  return {
    numerators: basis.matrix.map((_, row) => (line[basis.amounts + row] as bigint) * (basis.scales[basis.amounts + row] as bigint)),
    denominator: basis.denominator * basis.costScale,
  };
}
