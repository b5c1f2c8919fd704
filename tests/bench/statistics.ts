import { cpus } from 'node:os';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export interface Figure {
  id: string;
  work: string;
  ours: number;
  theirs: number;
  unit: string;
  ratio: number;
  /** The promise: `≥ 0.75` or `≤ 1.15`. */
  target: string;
  kept: boolean;
}

/** Medians of both sides, and the median of the rounds' own ratios: each round's two runs met the same machine. */
export function figure(id: string, work: string, unit: string, ours: readonly number[], theirs: readonly number[], target: string): Figure {
  const ratio = median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
  const [sign, bound] = target.split(' ');
  return {
    id,
    work,
    unit,
    ours: median(ours),
    theirs: median(theirs),
    ratio,
    target,
    kept: sign === '≥' ? ratio >= Number(bound) : ratio <= Number(bound),
  };
}

/** What it was measured on: only what was measured on the same can be laid beside each other. */
const machine = () => `${cpus().length} × ${cpus()[0]?.model.trim()}`;

export function table(figures: readonly Figure[]): string {
  const number = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3));
  const lines = figures.map(
    ({ id, work, ours, theirs, unit, ratio, target, kept }) =>
      `| ${id} | ${work} | ${number(ours)} ${unit} | ${number(theirs)} ${unit} | ${ratio.toFixed(2)} × | ${target} × | ${kept ? 'yes' : '**no**'} | ${machine()} |`,
  );
  return ['| # | Work | Manger | compared | ratio | to reach | kept | on |', '|---|---|---|---|---|---|---|---|', ...lines].join('\n');
}
