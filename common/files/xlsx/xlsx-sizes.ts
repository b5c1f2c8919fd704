/** Widths in letters, heights in points, as Excel counts them. */
const LEAST_WIDTH = 9;
const MAX_WIDTH = 60;
/** Beside a cell's text, so that the numbers of neighbours never touch. */
const ROOM = 2.5;
/** Bold letters are so much wider. */
const BOLD = 1.1;
const LINE_HEIGHT = 15;

/** Room for the longest of the texts, with its unit, and for the header's longest word. */
export function columnWidth(header: string, texts: Iterable<string>, unit = ''): number {
  let width = Math.max(...header.split(/\s/).map((word) => word.length)) * BOLD + 1;
  for (const text of texts) width = Math.max(width, (text.length + (unit === '' ? 0 : unit.length + 1)) * BOLD);
  return Math.min(Math.max(width + ROOM, LEAST_WIDTH), MAX_WIDTH);
}

/** Of a row whose bold texts wrap within their columns: as many lines as the longest takes. */
export const rowHeight = (cells: Iterable<{ text: string; width: number }>): number =>
  LINE_HEIGHT * Math.max(1, ...Array.from(cells, ({ text, width }) => countLines(text, (width - 1) / BOLD)));

function countLines(text: string, room: number): number {
  let lines = 0;
  for (const paragraph of text.split('\n')) {
    lines += 1;
    let used = 0;
    for (const word of paragraph.split(/\s+/)) {
      const needed = used === 0 ? word.length : used + 1 + word.length;
      if (needed <= room) used = needed;
      else {
        // A word longer than the column goes on in the next line.
        lines += (used > 0 ? 1 : 0) + Math.max(0, Math.ceil(word.length / room) - 1);
        used = word.length % Math.max(1, Math.floor(room));
      }
    }
  }
  return lines;
}
