/** A table's roles, for a picture can be made of SVG alone, which has no elements of them. */
export const rowAt = (index: number) => ({ role: 'row', 'aria-rowindex': index });

export const columnHeaderAt = (index: number) => ({ role: 'columnheader', 'aria-colindex': index });

export const ROW_HEADER = { role: 'rowheader', 'aria-colindex': 1 };

export const LINE_HEIGHT = 24;

/** Of a line of headings. */
export const HEAD_LINE = 15;

export const CHARACTER = 6.4;

export const PADDING = 8;

/** A name has room for so many characters, fewer where the columns need it; a column is so wide at least and at most. */
export const NAME_CHARACTERS = { most: 22, least: 11 };

export const shorten = (text: string, room: number) => (text.length > room ? `${text.slice(0, room - 1)}…` : text);

const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

export const roomOf = (texts: readonly string[]) => longest(texts) * CHARACTER + PADDING + 4;

export const charactersIn = (room: number) => Math.floor((room - PADDING) / CHARACTER);

/** A heading on one line where it has room, or else on two; what has none there is cut. */
export function headingLines(text: string, room: number): string[] {
  const words = text.split(' ');
  let first = words.shift()!;
  while (words[0] && `${first} ${words[0]}`.length <= room) first += ` ${words.shift()}`;
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
