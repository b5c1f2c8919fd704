import { widest, widthOf } from './text-width.ts';

/** ARIA roles of a table, because SVG has no elements for them. */
export const rowAt = (index: number) => ({ role: 'row', 'aria-rowindex': index });

export const columnHeaderAt = (index: number) => ({ role: 'columnheader', 'aria-colindex': index });

export const ROW_HEADER = { role: 'rowheader', 'aria-colindex': 1 };

const LINE_HEIGHT = 24;

/** Height in px of a line of headings. */
export const HEAD_LINE = 15;

export const PADDING = 6;

/** Min px of a name if the columns need space. */
export const LEAST_NAME = 100;

/** Width of texts side by side, with the gap between them. */
export const roomOf = (texts: readonly string[]) => widest(texts) + PADDING + 3;

/** Height of a row, so that a whole number of scrolling rows is visible. */
export function lineHeightIn(room: number, lines: number): number {
  if (room <= 0 || lines * LINE_HEIGHT <= room) return LINE_HEIGHT;
  return room / Math.max(1, Math.round(room / LINE_HEIGHT));
}

/** A text cut in its middle, because names with equal beginnings often differ at the end. */
export function shorten(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  for (let kept = text.length - 1; kept > 1; kept -= 1) {
    const shorter = `${text.slice(0, Math.ceil(kept / 2)).trimEnd()}…${text.slice(-Math.floor(kept / 2)).trimStart()}`;
    if (widthOf(shorter) <= room) return shorter;
  }
  return text.slice(0, 1);
}

/** A heading on one line, otherwise on two, and cut if it doesn't fit there. */
export function headingLines(text: string, room: number): string[] {
  const words = text.split(' ');
  let first = words.shift()!;
  while (words[0] && widthOf(`${first} ${words[0]}`) <= room) first += ` ${words.shift()}`;
  return [first, words.join(' ')].flatMap((line) => (line ? shorten(line, room) : []));
}

export type Place = [line: number, column: number];

/** The cell that a key leads to; undefined for other keys. */
export function nextPlace(key: string, [line, column]: Place, [lines, columns]: Place): Place | undefined {
  const within = (to: number, of: number) => Math.max(0, Math.min(of - 1, to));
  switch (key) {
    case 'ArrowUp':
      return [within(line - 1, lines), column];
    case 'ArrowDown':
      return [within(line + 1, lines), column];
    case 'ArrowLeft':
      return [line, within(column - 1, columns)];
    case 'ArrowRight':
      return [line, within(column + 1, columns)];
    case 'Home':
      return [line, 0];
    case 'End':
      return [line, columns - 1];
    default:
      return undefined;
  }
}
