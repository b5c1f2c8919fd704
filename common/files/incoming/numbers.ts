import { decimalMark, groupMark } from '#common/format/locale.ts';
import { readNumber } from '#common/format/read.ts';
import type { Language } from '#contract/kinds.ts';

const MARKS = ['.', ','] as const;
type Mark = (typeof MARKS)[number];

/** What a mark means in all cells of a column; 'open' if each cell can be read in both ways, 'mixed' if the cells disagree. */
export type MarkMeaning = 'decimal' | 'thousands' | 'open' | 'mixed';

/** Returns the meaning of dot and comma in a column's texts, for the marks that occur. */
export function findMarks(texts: readonly string[], language: Language): Partial<Record<Mark, MarkMeaning>> {
  const numbers = texts.map((text) => text.replace(/[\s'’%−-]/g, '')).filter((text) => /^[\d.,]*\d[\d.,]*$/.test(text));
  const found: Partial<Record<Mark, MarkMeaning>> = {};
  for (const mark of MARKS) {
    const marked = numbers.filter((text) => text.includes(mark));
    if (marked.length > 0) found[mark] = findMeaning(mark, marked) ?? usualMeaning(mark, language);
  }
  return found;
}

/** Returns the meaning of a mark in texts that all contain the mark; undefined if each text can be read in both ways. */
function findMeaning(mark: Mark, texts: readonly string[]): MarkMeaning | undefined {
  const isThousands = texts.some((text) =>
    hasOther(text, mark) ? text.lastIndexOf(mark) < text.lastIndexOf(other(mark)) : count(text, mark) > 1,
  );
  const isDecimal = texts.some((text) =>
    hasOther(text, mark) ? text.lastIndexOf(mark) > text.lastIndexOf(other(mark)) : count(text, mark) === 1 && !isGrouped(text, mark),
  );
  if (isThousands) return isDecimal ? 'mixed' : 'thousands';
  return isDecimal ? 'decimal' : undefined;
}

/** Returns the meaning of a mark in a language. */
function usualMeaning(mark: Mark, language: Language): MarkMeaning {
  if (groupMark(language) === mark) return 'thousands';
  return decimalMark(language) === mark ? 'decimal' : 'open';
}

const other = (mark: Mark): Mark => (mark === '.' ? ',' : '.');
const hasOther = (text: string, mark: Mark) => text.includes(other(mark));
const count = (text: string, mark: Mark) => text.split(mark).length - 1;
const isGrouped = (text: string, mark: Mark) => new RegExp(`^[1-9]\\d{0,2}\\${mark}\\d{3}$`).test(text);

/** Reads a number by the meaning that the marks have in its column. null if the text is no number. */
export function readColumnNumber(text: string, marks: Partial<Record<Mark, MarkMeaning>>, language: Language): number | null {
  const bare = text.replace(/^\s*[+]/, '').replace(/^\((.*)\)$/, '-$1');
  const thousands = MARKS.find((mark) => marks[mark] === 'thousands');
  const decimal = MARKS.find((mark) => marks[mark] === 'decimal');
  if (thousands && new RegExp(`^\\s*[-−]?[1-9]\\d{0,2}(?:\\${thousands}\\d{3})+(?=\\D|$)`).test(bare)) {
    return readNumber(bare.replaceAll(thousands, ''), language);
  }
  // A language that parts thousands by this mark would read three decimals as thousands.
  return readNumber(bare, decimal && groupMark(language) === decimal ? (decimal === '.' ? 'en' : 'uk') : language);
}
