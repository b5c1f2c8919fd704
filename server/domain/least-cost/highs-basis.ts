import loadHighs, { type Highs, type Model } from 'highs';
import { type Fraction, toNumber } from './fraction.ts';
import type { LinearProgram, Range } from './program.ts';

/** A proposal for the optimal basis: whether each amount, then each row, is basic and otherwise at its maximum. */
export interface BasisGuess {
  isBasic: boolean[];
  isAtMax: boolean[];
}

/** A proposal for a program, or null. */
export type Guess = (program: LinearProgram) => BasisGuess | null;

export interface Solver {
  guess: Guess;
  /** Proposals for the program with each of these amounts at its minimum. */
  guessExits(program: LinearProgram, amounts: readonly number[]): (BasisGuess | null)[];
}

/** Seconds of HiGHS. A ration takes milliseconds. */
const TIME_LIMIT_S = 5;

let loaded: Promise<Highs> | undefined;

/** Loads HiGHS once per thread. */
export async function loadSolver(): Promise<Solver> {
  loaded ??= loadHighs();
  const highs = await loaded;
  return {
    guess: (program) =>
      highs.withModel(toModel(highs, program), (model) => {
        model.options.set(OPTIONS);
        return runModel(highs, model);
      }),
    guessExits: (program, amounts) => highs.withModel(toModel(highs, program), (model) => guessExits(highs, model, program, amounts)),
  };
}

const OPTIONS = { output_flag: false, time_limit: TIME_LIMIT_S, solver: 'simplex', presolve: 'off' };

/** The basis that HiGHS finds in floating point, or null. The caller judges the basis in exact numbers. */
function runModel(highs: Highs, model: Model): BasisGuess | null {
  model.run();
  // The basis of a contradiction is near its proof, too.
  const { optimal, infeasible } = highs.constants.modelStatus;
  if (![optimal, infeasible].includes(model.getModelStatus())) return null;
  const { colStatus, rowStatus } = model.getBasis();
  const states = [...colStatus, ...rowStatus];
  const { basic, upper } = highs.constants.basisStatus;
  return { isBasic: states.map((state) => state === basic), isAtMax: states.map((state) => state === upper) };
}

/** One model for all: HiGHS starts from the optimum each time, from which it takes half as long as from the basis before. */
function guessExits(highs: Highs, model: Model, { bounds }: LinearProgram, amounts: readonly number[]): (BasisGuess | null)[] {
  model.options.set(OPTIONS);
  runModel(highs, model);
  const optimum = model.getBasis();
  return amounts.map((amount) => {
    const { min, max } = bounds[amount] as LinearProgram['bounds'][number];
    model.setBasis(optimum);
    model.changeColBounds(amount, toNumber(min), toNumber(min));
    const found = runModel(highs, model);
    model.changeColBounds(amount, toNumber(min), max === null ? highs.infinity : toNumber(max));
    return found;
  });
}

function toModel(highs: Highs, { costs, bounds, rows }: LinearProgram) {
  const entries = rows.map(({ coefficients }) =>
    coefficients.flatMap((value, index) => (value.numerator === 0n ? [] : [{ index, value: toNumber(value) }])),
  );
  let count = 0;
  const starts = [0, ...entries.map((line) => (count += line.length))];
  const toLow = ({ min }: Range) => (min === null ? -highs.infinity : toNumber(min));
  const toHigh = ({ max }: Range) => (max === null ? highs.infinity : toNumber(max));
  return {
    numCols: bounds.length,
    numRows: rows.length,
    colCost: costs.map(toNumber as (value: Fraction) => number),
    colLower: bounds.map(toLow),
    colUpper: bounds.map(toHigh),
    rowLower: rows.map(toLow),
    rowUpper: rows.map(toHigh),
    matrix: {
      format: 'csr' as const,
      numRows: rows.length,
      numCols: bounds.length,
      starts,
      indices: entries.flatMap((line) => line.map(({ index }) => index)),
      values: entries.flatMap((line) => line.map(({ value }) => value)),
    },
  };
}
