import { type Fraction, toFraction, type Vector, ZERO } from './fraction.ts';
import type { Guess } from './highs-basis.ts';
import type { LinearProgram, Row } from './program.ts';
import { type Contradiction, type Side, solveExactly } from './solve.ts';

/** True for a limit that a person set: an amount of at least 0 is none. */
const isSet = ({ bounds }: LinearProgram, { variable, isMax }: Side): boolean =>
  variable >= bounds.length || isMax || (bounds[variable]?.min.numerator ?? 0n) > 0n;

/** The program with these limits and amounts of at least 0 alone, without costs. */
function keepSides(program: LinearProgram, sides: readonly Side[]): LinearProgram {
  const amounts = program.bounds.length;
  const has = (variable: number, isMax: boolean) => sides.some((side) => side.variable === variable && side.isMax === isMax);
  return {
    costs: program.costs.map(() => ZERO),
    bounds: program.bounds.map(({ min, max }, amount) => ({ min: has(amount, false) ? min : ZERO, max: has(amount, true) ? max : null })),
    rows: program.rows.flatMap(({ coefficients, min, max }, row) => {
      const kept = { min: has(amounts + row, false) ? min : null, max: has(amounts + row, true) ? max : null };
      return kept.min === null && kept.max === null ? [] : [{ coefficients, ...kept }];
    }),
  };
}

/**
 * The limits that contradict each other. Without any one of them, amounts of at least 0 can meet the others. Each limit of the proof is left
 * out on trial, because the proof may also use that amounts aren't negative.
 */
export function findContradiction(program: LinearProgram, { sides }: Contradiction): Side[] {
  return sides
    .filter((side) => isSet(program, side))
    .reduce<Side[]>(
      (kept, side) => {
        const others = kept.filter((other) => other !== side);
        return solveExactly(keepSides(program, others), null).status === 'infeasible' ? others : kept;
      },
      sides.filter((side) => isSet(program, side)),
    );
}

/** The value that a row has to allow so that all limits can be met. */
export interface Change {
  row: number;
  isMax: boolean;
  /** Distance of the row's sum from its limit. */
  by: Fraction;
}

interface Elastic {
  program: LinearProgram;
  /** The row and side of each added variable. */
  added: { row: number; isMax: boolean }[];
}

/** The program whose rows may be exceeded; the cost is the sum of `weight × excess`. */
function toElastic({ bounds, rows }: LinearProgram, weights: readonly Fraction[]): Elastic {
  const added = rows.flatMap(({ min, max }, row) => [...(min ? [{ row, isMax: false }] : []), ...(max ? [{ row, isMax: true }] : [])]);
  const toRow = ({ coefficients, ...range }: Row, row: number): Row => ({
    ...range,
    coefficients: [...coefficients, ...added.map((one) => toFraction(one.row === row ? (one.isMax ? -1n : 1n) : 0n))],
  });
  return {
    added,
    program: {
      costs: [...bounds.map(() => ZERO), ...added.map(({ row }) => weights[row] as Fraction)],
      bounds: [...bounds, ...added.map(() => ({ min: ZERO, max: null }))],
      rows: rows.map(toRow),
    },
  };
}

/** The least change of the rows' limits, weighted, after which amounts within their own bounds exist, and these amounts. */
export function findLeastChange(
  program: LinearProgram,
  weights: readonly Fraction[],
  guess: Guess,
): { changes: Change[]; amounts: Vector } | null {
  const elastic = toElastic(program, weights);
  const solution = solveExactly(elastic.program, guess(elastic.program));
  if (solution.status !== 'optimal') return null;
  const { numerators, denominator } = solution.amounts;
  const changes = elastic.added.flatMap(({ row, isMax }, index) => {
    const excess = numerators[program.bounds.length + index] as bigint;
    return excess === 0n ? [] : [{ row, isMax, by: toFraction(excess, denominator) }];
  });
  return { changes, amounts: { numerators: numerators.slice(0, program.bounds.length), denominator } };
}
