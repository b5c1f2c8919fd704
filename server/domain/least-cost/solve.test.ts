import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { countRuns } from '#tests/support/count-runs.ts';
import { solveByTableau } from '#tests/support/exact-simplex.ts';
import { findContradiction, findLeastChange } from './contradiction.ts';
import {
  add,
  compareFractions,
  type Fraction,
  isZero,
  multiply,
  ONE,
  parseDecimal,
  readAt,
  subtract,
  toFraction,
  toNumber,
  ZERO,
} from './fraction.ts';
import { type Guess, loadSolver, type Solver } from './highs-basis.ts';
import { findEntryPrice, findExits, followPrice } from './price-line.ts';
import type { LinearProgram } from './program.ts';
import { type Optimum, type Side, solveExactly } from './solve.ts';
import { provesContradiction, provesOptimum } from './verify.ts';

let guess: Guess;
let guessExits: Solver['guessExits'];
beforeAll(async () => {
  ({ guess, guessExits } = await loadSolver());
});

const decimal = (limit: number) => fc.integer({ min: 0, max: limit * 10 }).map((tenths) => toFraction(BigInt(tenths), 10n));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const range = (limit: number) =>
  fc.tuple(maybe(decimal(limit)), maybe(decimal(limit))).map(([a, b]) => {
    const isTurned = a !== null && b !== null && compareFractions(a, b) > 0;
    return isTurned ? { min: b, max: a } : { min: a, max: b };
  });

/** Small whole tenths give many equal corners and contradictions. */
const programs: fc.Arbitrary<LinearProgram> = fc
  .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))
  .chain(([amounts, rows]) =>
    fc.record({
      costs: fc.array(decimal(20), { minLength: amounts, maxLength: amounts }),
      bounds: fc.array(
        fc.tuple(fc.constantFrom(0, 0, 0, 1), maybe(decimal(8))).map(([min, max]) => ({
          min: parseDecimal(min),
          max: max && compareFractions(max, parseDecimal(min)) < 0 ? parseDecimal(min) : max,
        })),
        { minLength: amounts, maxLength: amounts },
      ),
      rows: fc
        .array(
          fc.tuple(
            fc.array(fc.tuple(decimal(9), fc.constantFrom(1n, 1n, 1n, -1n, 0n)), { minLength: amounts, maxLength: amounts }),
            range(60),
          ),
          { minLength: rows, maxLength: rows },
        )
        .map((all) =>
          all.flatMap(([entries, limits]) =>
            limits.min === null && limits.max === null
              ? []
              : [{ coefficients: entries.map(([value, sign]) => multiply(value, toFraction(sign))), ...limits }],
          ),
        ),
    }),
  );
const runs = { numRuns: countRuns(250) };
const sumCost = ({ costs }: LinearProgram, amounts: readonly Fraction[]) =>
  costs.map((cost, index) => multiply(cost, amounts[index] as Fraction)).reduce(add, ZERO);
const readAmount = ({ amounts }: Optimum, index: number) => readAt(amounts, index);

test('HiGHS with exact pivots agrees with an exact simplex, and each answer has a proof', () => {
  const found = { optimal: 0, infeasible: 0, unbounded: 0 };
  fc.assert(
    fc.property(programs, (program) => {
      const solution = solveExactly(program, guess(program));
      const expected = solveByTableau(program);
      found[solution.status] += 1;
      if (solution.status === 'optimal') {
        expect([solution.cost.numerator, solution.cost.denominator]).toEqual(expected);
        expect(provesOptimum(program, solution.amounts, solution.shadowPrices)).toBe(true);
        expect(solveExactly(program, null)).toMatchObject({ cost: solution.cost });
      } else expect(solution.status).toBe(expected);
      if (solution.status === 'infeasible') expect(provesContradiction(program, solution.weights)).toBe(true);
    }),
    runs,
  );
  expect(Math.min(found.optimal, found.infeasible)).toBeGreaterThan(runs.numRuns / 10);
});

test('a proof of other amounts, other shadow prices or a solvable program fails', () => {
  fc.assert(
    fc.property(programs, fc.nat(), fc.integer({ min: 1, max: 9 }), (program, seed, change) => {
      const solution = solveExactly(program, guess(program));
      if (solution.status !== 'optimal') return;
      const { amounts, shadowPrices } = solution;
      const index = seed % program.costs.length;
      const more = { ...amounts, numerators: amounts.numerators.with(index, (amounts.numerators[index] ?? 0n) + BigInt(change)) };
      if (!isZero(program.costs[index] as Fraction)) expect(provesOptimum(program, more, shadowPrices)).toBe(false);
      if (program.rows.length > 0) expect(provesContradiction(program, shadowPrices)).toBe(false);
    }),
    runs,
  );
});

test('a bad guess costs pivots only', () => {
  fc.assert(
    fc.property(programs, fc.array(fc.boolean(), { minLength: 32, maxLength: 32 }), (program, bits) => {
      const count = program.bounds.length + program.rows.length;
      const wild = { isBasic: bits.slice(0, count), isAtMax: bits.slice(16, 16 + count) };
      const [own, other] = [solveExactly(program, wild), solveExactly(program, null)];
      expect(own.status).toBe(other.status);
      if (own.status === 'optimal' && other.status === 'optimal') expect(own.cost).toEqual(other.cost);
    }),
    runs,
  );
});

/** The program with these limits alone. */
function keepOnly(program: LinearProgram, sides: readonly Side[]): LinearProgram {
  const has = (variable: number, isMax: boolean) => sides.some((side) => side.variable === variable && side.isMax === isMax);
  const amounts = program.bounds.length;
  return {
    ...program,
    bounds: program.bounds.map(({ min, max }, amount) => ({ min: has(amount, false) ? min : ZERO, max: has(amount, true) ? max : null })),
    rows: program.rows.map(({ coefficients, min, max }, row) => ({
      coefficients,
      min: has(amounts + row, false) ? min : null,
      max: has(amounts + row, true) ? max : null,
    })),
  };
}

test('contradicting limits contradict each other, without any one of them the others can be met', () => {
  fc.assert(
    fc.property(programs, (program) => {
      const solution = solveExactly(program, guess(program));
      if (solution.status !== 'infeasible') return;
      const sides = findContradiction(program, solution);
      expect(solveByTableau(keepOnly(program, sides))).toBe('infeasible');
      for (const side of sides)
        expect(
          solveByTableau(
            keepOnly(
              program,
              sides.filter((other) => other !== side),
            ),
          ),
        ).not.toBe('infeasible');
    }),
    runs,
  );
});

test('the least change allows a ration, and a smaller one doesn’t', () => {
  fc.assert(
    fc.property(programs, (program) => {
      if (solveExactly(program, guess(program)).status !== 'infeasible') return;
      const found = findLeastChange(
        program,
        program.rows.map(() => ONE),
        guess,
      );
      const widen = (factor: Fraction): LinearProgram => ({
        ...program,
        rows: program.rows.map((row, index) => {
          const findExcess = (side: boolean) =>
            (found?.changes ?? []).find(({ row: at, isMax }) => at === index && isMax === side)?.by ?? ZERO;
          return {
            ...row,
            min: row.min && subtract(row.min, multiply(findExcess(false), factor)),
            max: row.max && add(row.max, multiply(findExcess(true), factor)),
          };
        }),
      });
      expect(solveByTableau(widen(ONE))).not.toBe('infeasible');
      expect(solveByTableau(widen(parseDecimal('0.999')))).toBe('infeasible');
    }),
    runs,
  );
});

const withPrice = (program: LinearProgram, index: number, price: Fraction) => ({ ...program, costs: program.costs.with(index, price) });

test('a line of prices has the exact cost at any price, on and between its corners', () => {
  fc.assert(
    fc.property(programs, fc.nat(), decimal(40), (program, seed, price) => {
      const index = seed % program.bounds.length;
      const solution = solveExactly(program, guess(program));
      const other = solveExactly(withPrice(program, index, price), null);
      if (solution.status !== 'optimal' || other.status !== 'optimal') return;
      const own = program.costs[index] as Fraction;
      const direction = compareFractions(price, own) < 0 ? -1 : 1;
      const passed = followPrice(solution.basis, index, direction).filter(
        (corner) => compareFractions(corner.price, price) * direction <= 0,
      );
      const { amounts } = passed.at(-1) ?? solution;
      const all = program.bounds.map((_, amount) => readAt(amounts, amount));
      expect(sumCost(withPrice(program, index, price), all)).toEqual(other.cost);
      for (const corner of passed) {
        const at = solveExactly(withPrice(program, index, corner.price), null) as Optimum;
        expect(corner.cost).toEqual(at.cost);
      }
    }),
    runs,
  );
});

test('a feed leaves the ration above its price, comes in below it, and stays on the other side', () => {
  const little = parseDecimal('0.000001');
  fc.assert(
    fc.property(programs, fc.nat(), (program, seed) => {
      const index = seed % program.bounds.length;
      const solution = solveExactly(program, guess(program));
      if (solution.status !== 'optimal') return;
      const min = (program.bounds[index] as { min: Fraction }).min;
      const isIn = compareFractions(readAmount(solution, index), min) > 0;
      const exit = isIn ? (findExits(solution.basis, [index], guessExits(program, [index]))[0] ?? null) : null;
      const price = isIn ? (exit?.price ?? null) : findEntryPrice(solution, index);
      if (price === null) return;
      const takesAt = (value: Fraction) => {
        const at = solveExactly(withPrice(program, index, value), null) as Optimum;
        return compareFractions(readAmount(at, index), min) > 0;
      };
      expect(takesAt(add(price, little))).toBe(false);
      if (compareFractions(price, little) > 0) expect(takesAt(subtract(price, little))).toBe(true);
      if (exit) {
        const above = solveExactly(withPrice(program, index, add(price, little)), null) as Optimum;
        const change = multiply(min, subtract(add(price, little), program.costs[index] as Fraction));
        expect(above.cost).toEqual(add(exit.cost, change));
      }
    }),
    runs,
  );
});

test('numbers are read exactly, and written to the nearest double', () => {
  expect(parseDecimal('-12.50')).toEqual({ numerator: -25n, denominator: 2n });
  expect(parseDecimal(1e-7)).toEqual({ numerator: 1n, denominator: 10_000_000n });
  expect(() => parseDecimal('NaN')).toThrow('not a decimal');
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-9, max: 1e12 }), (value) => {
      expect(toNumber(parseDecimal(value))).toBe(value);
      expect(toNumber(parseDecimal(-value))).toBe(-value);
    }),
  );
});
