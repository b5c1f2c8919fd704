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

const HEAD = ['| # | Work | Manger | compared | ratio | runs | to reach | kept | on |', '|---|---|---|---|---|---|---|---|---|'];
const number = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3));

/** A line of the book; `before`: the ratios of runs on the same machine that are told beside this one's, oldest first. */
const lineOf = ({ id, work, ours, theirs, unit, ratio, target, kept }: Figure, before: readonly string[]): string => {
  const runs = [...before, ratio.toFixed(2)].slice(-RUNS).join(' · ');
  const figures = `${number(ours)} ${unit} | ${number(theirs)} ${unit} | ${ratio.toFixed(2)} × | ${runs}`;
  return `| ${id} | ${work} | ${figures} | ${target} × | ${kept ? 'yes' : '**no**'} | ${machine()} |`;
};

export const table = (figures: readonly Figure[]): string => [...HEAD, ...figures.map((figure) => lineOf(figure, []))].join('\n');

/** How many runs of a figure are told, the last first measured first. */
const RUNS = 3;

/** The cells of a line of the book; none of what is no such line. */
const cellsOf = (line: string): string[] => (/^\| \w+\d+ \|/.test(line) ? line.slice(2, -2).split(' | ') : []);

/**
 * The book with new figures in the place of those of their numbers; what wasn't measured this time stays. What isn't reached comes first, and each
 * figure tells its last runs on the machine.
 */
export function bookWith(book: string, measured: readonly Figure[]): string {
  const again = new Set(measured.map(({ id }) => id));
  const old = book.split('\n').filter((line) => cellsOf(line).length > 0);
  const runsOf = ({ id, work }: Figure) => {
    const last = old.map(cellsOf).find((cells) => cells[0] === id && cells[1] === work && cells.at(-1) === machine());
    return last && last.length === HEAD[0]?.slice(2, -2).split(' | ').length ? (last[5] ?? '').split(' · ') : [];
  };
  const lines = [...old.filter((line) => !again.has(cellsOf(line)[0] ?? '')), ...measured.map((figure) => lineOf(figure, runsOf(figure)))];
  const sorted = lines.toSorted((a, b) => (cellsOf(a)[0] ?? '').localeCompare(cellsOf(b)[0] ?? '', 'en', { numeric: true }));
  const isKept = (line: string) => cellsOf(line).at(-2) === 'yes';
  const [missed, kept] = [sorted.filter((line) => !isKept(line)), sorted.filter(isKept)];
  return [
    '# Benchmarks',
    '',
    'Made by `npm run bench`: medians of rounds in turns. Only ratios count; beside each stand those of its last runs on the machine.',
    ...(missed.length > 0 ? ['', '## Not reached', '', ...HEAD, ...missed] : []),
    ...['', '## Reached', '', ...HEAD, ...kept, ''],
  ].join('\n');
}
