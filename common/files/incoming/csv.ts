import type { Language } from '#contract/kinds.ts';
import { FileProblem } from './problem.ts';

/** Who saves a text without saying how, saves it by the habit of the language. */
const HABIT: Partial<Record<Language, string>> = {
  uk: 'windows-1251',
  ru: 'windows-1251',
  pl: 'windows-1250',
  ro: 'windows-1250',
  et: 'windows-1257',
};

/** The ways in which a text file may have been meant: by its mark, as UTF-8 when it is that, else by habit. */
export function decodings(bytes: Uint8Array, language: Language): string[] {
  const read = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return [read('utf-16le')];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return [read('utf-16be')];
  try {
    return [read('utf-8', true)];
  } catch {
    return [...new Set([HABIT[language] ?? 'windows-1252', 'windows-1251', 'ibm866', 'windows-1250', 'windows-1252'])].map((encoding) =>
      read(encoding),
    );
  }
}

/** The apostrophe that our export puts before a text that a spreadsheet would run as a formula. */
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

/** A text that a program protects from being read as a number: `="00123"`. */
const AS_TEXT = /^="([^"]*)"$/;

/** Lines that a file may have, empty ones counted too. */
const MAX_LINES = 100_000;

export interface ParsedCsv {
  rows: string[][];
  /** The line of a quote that isn't closed; the cells after it can't be trusted. */
  openQuote?: number;
}

/**
 * RFC 4180, as forgiving as spreadsheets are: quotes may hold separators and line breaks, lines may end in any way. Of each line the first
 * `mostColumns` cells are kept. Throws a `FileProblem` past `MAX_LINES`.
 */
export function parseCsv(text: string, separator: string, mostColumns: number): ParsedCsv {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = (cell: string) => {
    if (row.length < mostColumns) row.push(cell.replace(AS_TEXT, '$1').replace(GUARDED, ''));
  };
  let line = 1;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const opened = line;
      for (at++; ; at++) {
        if (at >= text.length) return { rows, openQuote: opened };
        if (text[at] === '\n') line++;
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
      // A cell of several lines ends at its quote. Text behind that quote shows that the cell began with an unclosed one.
      const isEnd = at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r';
      if (line > opened && !isEnd) return { rows, openQuote: opened };
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
    end(cell + text.slice(from, at));
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
      end('');
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
    rows.push(row);
    if (rows.length > MAX_LINES) throw new FileProblem('too_many_rows');
    row = [];
  }
  return { rows };
}

export const SEPARATORS = [';', ',', '\t', '|'] as const;
