import * as mupdf from 'mupdf';

export interface PdfWord {
  text: string;
  /** Distance from the left of the page, and baseline from the top, in points. */
  x: number;
  y: number;
  /** Right end in points. */
  end: number;
  /** Darkness from 0, invisible on paper, to 1. */
  ink: number;
}

export interface PdfPage {
  width: number;
  height: number;
  words: readonly PdfWord[];
  /** Selectable text, laid out as on paper. */
  text: string;
}

export function readPdf(bytes: Uint8Array): PdfPage[] {
  return eachPage(bytes, (page) => {
    const [left, top, right, bottom] = page.getBounds();
    const glyphs = glyphsOf(page);
    const lines = linesOf(glyphs);
    return { width: right - left, height: bottom - top, words: lines.flatMap(wordsOf), text: layOut(lines) };
  });
}

function eachPage<T>(bytes: Uint8Array, take: (page: mupdf.Page) => T): T[] {
  const file = mupdf.Document.openDocument(bytes, 'application/pdf');
  try {
    return Array.from({ length: file.countPages() }, (_, index) => {
      const page = file.loadPage(index);
      try {
        return take(page);
      } finally {
        page.destroy();
      }
    });
  } finally {
    file.destroy();
  }
}

interface Glyph {
  text: string;
  size: number;
  x: number;
  y: number;
  end: number;
  ink: number;
}

function glyphsOf(page: mupdf.Page): Glyph[] {
  const glyphs: Glyph[] = [];
  const found = page.toStructuredText('preserve-whitespace,preserve-ligatures');
  found.walk({
    onChar: (text, [x, y], _font, size, [, , end], colour) => {
      const light = colour.reduce((sum, part) => sum + part, 0) / colour.length;
      // The positions of letters show the gaps.
      if (text !== ' ') glyphs.push({ text, size, x, y, end, ink: 1 - light });
    },
  });
  found.destroy();
  return glyphs;
}

/** Groups letters of nearly the same height into lines, across all columns of the page. */
function linesOf(glyphs: readonly Glyph[]): Glyph[][] {
  const lines: Glyph[][] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    if (line && glyph.y - line[0]!.y < glyph.size / 3) line.push(glyph);
    else lines.push([glyph]);
  }
  return lines.map((line) => line.sort((a, b) => a.x - b.x));
}

function wordsOf(line: readonly Glyph[]): PdfWord[] {
  const words: PdfWord[] = [];
  for (const { text, size, x, y, end, ink } of line) {
    const last = words.at(-1);
    if (last && x - last.end < size / 8) Object.assign(last, { text: last.text + text, end });
    else words.push({ text, x, y, end, ink });
  }
  return words;
}

/** Separates words of a sentence by a space, and columns by their positions. A wide gap becomes an empty line. */
function layOut(lines: readonly Glyph[][]): string {
  const glyphs = lines.flat();
  const sizes = glyphs.map(({ size }) => size).sort((a, b) => a - b);
  const letter = (sizes[Math.floor(sizes.length / 2)] ?? 10) / 2;
  const margin = Math.min(...glyphs.map(({ x }) => x));
  let above = Number.POSITIVE_INFINITY;
  return lines
    .map((line) => {
      const { size, y } = line[0]!;
      const gap = y - above > size * 2.5 ? '\n' : '';
      above = y;
      let text = '';
      let end = Number.NEGATIVE_INFINITY;
      for (const word of wordsOf(line)) {
        const inSentence = word.x - end < size * 0.6;
        if (text) text += inSentence ? ' ' : '  ';
        if (!inSentence) text = text.padEnd(Math.round((word.x - margin) / letter));
        text += word.text;
        end = word.end;
      }
      return gap + text;
    })
    .join('\n');
}

const SCALE = 0.25;
const CELL = 6;
/** Characters from paper to ink. */
const SHADES = ' .:-=+*#%@';

/** Each page as a coarse picture of its ink in characters, which shows lost margins and tables beyond the page. */
export function drawPdf(bytes: Uint8Array): string[] {
  return eachPage(bytes, (page) => {
    const picture = page.toPixmap(mupdf.Matrix.scale(SCALE, SCALE), mupdf.ColorSpace.DeviceGray);
    try {
      return shade(picture.getPixels(), picture.getWidth(), picture.getHeight(), picture.getStride());
    } finally {
      picture.destroy();
    }
  });
}

function shade(pixels: ArrayLike<number>, width: number, height: number, stride: number): string {
  const lines: string[] = [];
  for (let top = 0; top + CELL <= height; top += CELL) {
    let line = '';
    for (let left = 0; left + CELL / 2 <= width; left += CELL / 2) {
      let ink = 0;
      for (let y = top; y < top + CELL; y += 1)
        for (let x = left; x < left + CELL / 2; x += 1) ink += 255 - (pixels[y * stride + x] ?? 255);
      // Letters are thin: the square root distinguishes a grey line from paper.
      line += SHADES[Math.round(Math.sqrt(ink / 255 / CELL / (CELL / 2)) * (SHADES.length - 1))];
    }
    lines.push(line.trimEnd());
  }
  return lines.join('\n').trimEnd();
}
