import type { Formatter } from '#common/format/formatter.ts';
import { readMoment, readNumber } from '#common/format/read.ts';

export const FIGURES = ['kg', 'fat', 'protein'] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Partial<Record<Figure, number>>;

interface Place {
  day: string;
  figure: Figure;
}

/** Days of a paste, and its lines from which nothing, or not everything, is read. */
interface Pasted {
  found: Map<string, Figures>;
  /** Numbers of lines whose day isn't shown. */
  otherDays: number[];
  /** Numbers of lines with a cell that is no number. */
  unread: number[];
}

/**
 * Reads cells of a sheet as figures of days. A line that begins with a date is that day's; others follow each other from the cell of the paste.
 * Headings are skipped; an empty line keeps its day untouched. Null if no line can be read.
 */
export function readPasted(
  text: string,
  from: Place,
  days: readonly string[],
  { language, toKg }: Pick<Formatter, 'language' | 'toKg'>,
): Pasted | null {
  const lines = text
    .replace(/\r/g, '')
    .trimEnd()
    .split('\n')
    .map((line, at) => ({ number: at + 1, isEmpty: line.trim() === '', ...readLine(line, from.figure, { language, toKg }) }));
  const begin = lines.findIndex(({ read }) => read.length > 0);
  // A line with words before the figures is a heading.
  const isHeading = ({ number, dated, isEmpty }: (typeof lines)[number]) => number <= begin && dated === undefined && !isEmpty;
  const found = new Map<string, Figures>();
  const [otherDays, unread]: [number[], number[]] = [[], []];
  let next = days.indexOf(from.day);
  for (const { number, dated, read, hasUnread } of lines.filter((line) => !isHeading(line))) {
    if (hasUnread) unread.push(number);
    const day = dated ?? days[next++] ?? '';
    if (read.length === 0) continue;
    if (days.includes(day)) found.set(day, Object.fromEntries(read));
    else otherDays.push(number);
  }
  return found.size > 0 ? { found, otherDays, unread } : null;
}

/** The date at the beginning of a line, if any, and its figures from `begin` on. */
function readLine(line: string, begin: Figure, { language, toKg }: Pick<Formatter, 'language' | 'toKg'>) {
  const cells = line.split('\t').map((cell) => cell.trim());
  const dated = readMoment(cells[0] ?? '', language)?.slice(0, 10);
  const values = dated ? cells.slice(1) : cells;
  const figures = FIGURES.slice(dated ? 0 : FIGURES.indexOf(begin));
  const read = figures.flatMap((figure, place): [Figure, number][] => {
    const value = readNumber(values[place] ?? '', language);
    return value === null ? [] : [[figure, figure === 'kg' ? toKg(value) : value]];
  });
  const filled = figures.filter((_, place) => (values[place] ?? '') !== '').length;
  return { dated, read, hasUnread: filled > read.length };
}
