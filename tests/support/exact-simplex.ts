import type { LinearProgram } from '#server/domain/least-cost/program.ts';

/** A fraction of its own, so that the comparison shares no arithmetic with the product. */
type Pair = readonly [bigint, bigint];

function reduce(top: bigint, bottom: bigint): Pair {
  let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = bottom < 0n ? -1n : 1n;
  return a === 0n ? [0n, 1n] : [(sign * top) / a, (sign * bottom) / a];
}

const plus = ([a, b]: Pair, [c, d]: Pair) => reduce(a * d + c * b, b * d);
const times = ([a, b]: Pair, [c, d]: Pair) => reduce(a * c, b * d);
const inverse = ([a, b]: Pair) => reduce(b, a);
const minus = ([a, b]: Pair): Pair => [-a, b];
const isLess = (a: Pair, b: Pair) => a[0] * b[1] < b[0] * a[1];
const NOTHING: Pair = [0n, 1n];
const UNIT: Pair = [1n, 1n];

interface Line {
  entries: Pair[];
  right: Pair;
}

/** Limits as `entries × amount ≤ right`, for amounts from 0 on. */
function listLines({ bounds, rows }: LinearProgram): Line[] {
  const toPair = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): Pair => [numerator, denominator];
  const lowest = bounds.map(({ min }) => toPair(min));
  const lines: Line[] = bounds.flatMap(({ max }, index) =>
    max === null ? [] : [{ entries: bounds.map((_, at) => (at === index ? UNIT : NOTHING)), right: toPair(max) }],
  );
  for (const { coefficients, min, max } of rows) {
    const entries = coefficients.map(toPair);
    if (max) lines.push({ entries, right: toPair(max) });
    if (min) lines.push({ entries: entries.map(minus), right: minus(toPair(min)) });
  }
  return lines.map(({ entries, right }) => ({
    entries,
    right: entries.reduce((sum, entry, index) => plus(sum, minus(times(entry, lowest[index] as Pair))), right),
  }));
}

/** Textbook tableau with Bland's rule. Returns false if the cost has no minimum. */
function runTableau(lines: Line[], cost: Line, basis: number[], columns: number): boolean {
  for (;;) {
    const entering = cost.entries.findIndex((entry, column) => column < columns && isLess(entry, NOTHING));
    if (entering === -1) return true;
    let leaving = -1;
    let best: Pair = NOTHING;
    for (const [row, { entries, right }] of lines.entries()) {
      const entry = entries[entering] as Pair;
      if (!isLess(NOTHING, entry)) continue;
      const ratio = times(right, inverse(entry));
      const isFirst =
        leaving === -1 || isLess(ratio, best) || (!isLess(best, ratio) && (basis[row] as number) < (basis[leaving] as number));
      if (isFirst) [leaving, best] = [row, ratio];
    }
    if (leaving === -1) return false;
    exchange(lines, cost, basis, leaving, entering);
  }
}

function exchange(lines: Line[], cost: Line, basis: number[], leaving: number, entering: number): void {
  const own = lines[leaving] as Line;
  const factor = inverse(own.entries[entering] as Pair);
  own.entries = own.entries.map((entry) => times(entry, factor));
  own.right = times(own.right, factor);
  for (const line of [...lines.filter((line) => line !== own), cost]) {
    const part = minus(line.entries[entering] as Pair);
    if (part[0] === 0n) continue;
    line.entries = line.entries.map((entry, index) => plus(entry, times(part, own.entries[index] as Pair)));
    line.right = plus(line.right, times(part, own.right));
  }
  basis[leaving] = entering;
}

/** The exact minimum as `[numerator, denominator]`, or a word. Two phases with artificial variables; slow and simple. */
export function solveByTableau(program: LinearProgram): Pair | 'infeasible' | 'unbounded' {
  const given = listLines(program);
  const amounts = program.bounds.length;
  const slacks = amounts + given.length;
  const width = slacks + given.length;
  const basis = given.map((line, row) => (isLess(line.right, NOTHING) ? slacks + row : amounts + row));
  const lines = given.map(({ entries, right }, row): Line => {
    const wide = Array.from({ length: width }, (_, column) => entries[column] ?? NOTHING);
    wide[amounts + row] = UNIT;
    const isNegative = isLess(right, NOTHING);
    const signed = isNegative ? wide.map(minus) : wide;
    if (isNegative) signed[slacks + row] = UNIT;
    return { entries: signed, right: isNegative ? minus(right) : right };
  });
  const phase: Line = { entries: Array.from({ length: width }, (_, column) => (column >= slacks ? UNIT : NOTHING)), right: NOTHING };
  for (const [row, column] of basis.entries()) if (column >= slacks) subtractLine(phase, lines[row] as Line, UNIT);
  runTableau(lines, phase, basis, width);
  if (phase.right[0] !== 0n) return 'infeasible';
  // An artificial variable at 0 leaves the basis, or its line is superfluous.
  for (const [row, column] of basis.entries()) {
    if (column < slacks) continue;
    const entering = (lines[row] as Line).entries.findIndex(([top], at) => at < slacks && top !== 0n);
    if (entering !== -1) exchange(lines, phase, basis, row, entering);
  }
  const prices = program.costs.map(({ numerator, denominator }): Pair => [numerator, denominator]);
  const cost: Line = { entries: Array.from({ length: width }, (_, column) => prices[column] ?? NOTHING), right: NOTHING };
  for (const [row, column] of basis.entries()) subtractLine(cost, lines[row] as Line, cost.entries[column] as Pair);
  if (!runTableau(lines, cost, basis, slacks)) return 'unbounded';
  const atLowest = program.bounds.reduce<Pair>(
    (sum, { min }, index) => plus(sum, times([min.numerator, min.denominator], prices[index] as Pair)),
    NOTHING,
  );
  return plus(minus(cost.right), atLowest);
}

function subtractLine(line: Line, own: Line, factor: Pair): void {
  line.entries = line.entries.map((entry, index) => plus(entry, minus(times(factor, own.entries[index] as Pair))));
  line.right = plus(line.right, minus(times(factor, own.right)));
}
