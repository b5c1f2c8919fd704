import type { Formatter } from '#common/format/formatter.ts';
import { readMoment, readNumber } from '#common/format/read.ts';

export const FIGURES = ['kg', 'fat', 'protein'] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Partial<Record<Figure, number>>;

interface Place {
  day: string;
  figure: Figure;
}

/**
 * What cells of a sheet say of days: each line of a date at its beginning is of that day, others follow each other from the cell in which it is pasted.
 * Headings and empty lines say nothing. Null where no line says anything that can be read.
 */
export function readPasted(
  text: string,
  at: Place,
  days: readonly string[],
  { language, toKg }: Pick<Formatter, 'language' | 'toKg'>,
): Map<string, Figures> | null {
  const lines = text
    .replace(/\r/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found = new Map<string, Figures>();
  let next = days.indexOf(at.day);
  for (const line of lines) {
    const cells = line.split('\t').map((cell) => cell.trim());
    const dated = readMoment(cells[0] ?? '', language)?.slice(0, 10);
    const values = dated ? cells.slice(1) : cells;
    const first = dated ? 0 : FIGURES.indexOf(at.figure);
    const read = FIGURES.slice(first).flatMap((figure, place): [Figure, number][] => {
      const value = readNumber(values[place] ?? '', language);
      return value === null ? [] : [[figure, figure === 'kg' ? toKg(value) : value]];
    });
    if (read.length === 0) continue;
    const day = dated ?? days[next++];
    if (day !== undefined && days.includes(day)) found.set(day, Object.fromEntries(read));
  }
  return found.size > 0 ? found : null;
}
