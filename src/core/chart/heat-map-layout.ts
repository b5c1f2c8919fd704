import { widest, widthOf } from './text-width.ts';

/** A table's roles, for a picture can be made of SVG alone, which has no elements of them. */
export const rowAt = (index: number) => ({ role: 'row', 'aria-rowindex': index });

export const columnHeaderAt = (index: number) => ({ role: 'columnheader', 'aria-colindex': index });

export const ROW_HEADER = { role: 'rowheader', 'aria-colindex': 1 };

const LINE_HEIGHT = 24;

/** Of a line of headings. */
export const HEAD_LINE = 15;

export const PADDING = 6;

/** A name has room for so much where the columns need theirs: px. */
export const LEAST_NAME = 100;

/** What texts need beside each other, with the gap that parts them. */
export const roomOf = (texts: readonly string[]) => widest(texts) + PADDING + 3;

/** A line's height: of those that scroll in this room whole ones are seen. */
export function lineHeightIn(room: number, lines: number): number {
  if (room <= 0 || lines * LINE_HEIGHT <= room) return LINE_HEIGHT;
  return room / Math.max(1, Math.round(room / LINE_HEIGHT));
}

/** A text cut in its middle where it has no room: names that begin alike often differ in how they end. */
export function shorten(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  for (let kept = text.length - 1; kept > 1; kept -= 1) {
    const shorter = `${text.slice(0, Math.ceil(kept / 2)).trimEnd()}…${text.slice(-Math.floor(kept / 2)).trimStart()}`;
    if (widthOf(shorter) <= room) return shorter;
  }
  return text.slice(0, 1);
}

/** A heading on one line where it has room, or else on two; what has none there is cut. */
export function headingLines(text: string, room: number): string[] {
  const words = text.split(' ');
  let first = words.shift()!;
  while (words[0] && widthOf(`${first} ${words[0]}`) <= room) first += ` ${words.shift()}`;
  return [first, words.join(' ')].flatMap((line) => (line ? shorten(line, room) : []));
}

export type Place = [line: number, column: number];

/** Where a key leads from a cell; undefined when it doesn't. */
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
