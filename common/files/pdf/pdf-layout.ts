/** Widths at size 1: of the longest word and of the longest whole text. */
export interface ColumnWidth {
  word: number;
  text: number;
  /** Stands at the left of every part when the table is split. */
  label: boolean;
}

export interface Layout {
  orientation: 'portrait' | 'landscape';
  size: number;
  /** Columns of each part, with their widths in points. */
  parts: { at: number; width: number }[][];
}

export const PADDING = 3;
const PAGE = { portrait: 539, landscape: 785 };
/** Larger letters are tried first; below the least a table is split rather than shrunk. */
const TRIES = [
  ['portrait', 9],
  ['portrait', 8],
  ['landscape', 9],
  ['landscape', 8],
  ['landscape', 7],
] as const;
const LEAST = 7;
/** Long texts wrap, a name needn't have more than this many points at size 1. */
const WIDEST = 20;
const REPEATED = 2;

/**
 * The largest letters and the narrowest page on which all columns stand; else parts that each repeat the leading labels. `page` is that of a
 * document whose pages lie already.
 */
export function layOut(columns: readonly ColumnWidth[], page?: Layout['orientation']): Layout {
  const widthAt = (column: ColumnWidth, size: number) => Math.max(column.word, Math.min(column.text, WIDEST)) * size + 2 * PADDING + 1;
  for (const [orientation, size] of TRIES) {
    if (page && orientation !== page) continue;
    const widths = columns.map((column) => widthAt(column, size));
    if (sum(widths) <= PAGE[orientation]) {
      return {
        orientation,
        size,
        parts: [
          fill(
            widths.map((width, at) => ({ at, width })),
            PAGE[orientation],
          ),
        ],
      };
    }
  }
  const room = PAGE.landscape;
  const sized = columns.map((column, at) => ({ at, width: Math.min(widthAt(column, LEAST), room / 2) }));
  const firstValue = columns.findIndex((column) => !column.label);
  let repeated = sized.slice(0, Math.min(REPEATED, firstValue < 0 ? columns.length : firstValue));
  if (sum(repeated.map(({ width }) => width)) > room / 2) repeated = repeated.slice(0, 1);
  const parts: Layout['parts'] = [];
  let part = [...repeated];
  for (const column of sized.slice(repeated.length)) {
    if (part.length > repeated.length && sum(part.map(({ width }) => width)) + column.width > room) {
      parts.push(part);
      part = [...repeated];
    }
    part.push(column);
  }
  parts.push(part);
  return { orientation: 'landscape', size: LEAST, parts: parts.map((one) => fill(one, room, 1.4)) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Shares the room left over, so that the table is as wide as the page, but not so wide that rows are hard to follow. */
function fill(part: Layout['parts'][number], room: number, most = 2.5): Layout['parts'][number] {
  const grow = Math.min(room / sum(part.map(({ width }) => width)), most);
  return part.map(({ at, width }) => ({ at, width: width * grow }));
}
