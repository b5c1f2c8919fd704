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

/** A place in a text of cells, and the line (from 1) in which it is. */
interface Cursor {
  text: string;
  separator: string;
  at: number;
  line: number;
  /** The line in which the last quoted text began. */
  quotedFrom: number;
}

const isAtCellEnd = ({ text, separator, at }: Cursor) =>
  at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r';

/** Reads a quoted text and moves behind its closing quote; undefined if the quote isn't closed. */
function readQuoted(cursor: Cursor): string | undefined {
  const { text, line: opened } = cursor;
  cursor.quotedFrom = opened;
  let quoted = '';
  for (cursor.at++; cursor.at < text.length; cursor.at++) {
    const sign = text[cursor.at];
    if (sign === '\n') cursor.line++;
    if (sign === '"' && text[cursor.at + 1] !== '"') {
      cursor.at++;
      // A cell of several lines ends at its quote. Text behind that quote shows that the cell began with an unclosed one.
      return cursor.line > opened && !isAtCellEnd(cursor) ? undefined : quoted;
    }
    // Two quotes are one quote of the text.
    if (sign === '"') cursor.at++;
    quoted += sign;
  }
  return undefined;
}

/** Reads a cell and moves to its end; undefined if its quote isn't closed. */
function readCell(cursor: Cursor): string | undefined {
  const quoted = cursor.text[cursor.at] === '"' ? readQuoted(cursor) : '';
  if (quoted === undefined) return undefined;
  const from = cursor.at;
  while (!isAtCellEnd(cursor)) cursor.at++;
  return (quoted + cursor.text.slice(from, cursor.at)).replace(AS_TEXT, '$1').replace(GUARDED, '');
}

/** Reads the first `mostColumns` cells of a line and moves to the next line; undefined if a quote isn't closed. */
function readRow(cursor: Cursor, mostColumns: number): string[] | undefined {
  const { text, separator } = cursor;
  const row: string[] = [];
  for (let isMore = true; isMore; ) {
    const cell = readCell(cursor);
    if (cell === undefined) return undefined;
    if (row.length < mostColumns) row.push(cell);
    isMore = text[cursor.at] === separator;
    if (isMore) cursor.at++;
  }
  cursor.at += text.startsWith('\r\n', cursor.at) ? 2 : 1;
  cursor.line++;
  return row;
}

/**
 * RFC 4180, as forgiving as spreadsheets are: quotes may hold separators and line breaks, lines may end in any way. Of each line the first
 * `mostColumns` cells are kept. Throws a `FileProblem` past `MAX_LINES`.
 */
export function parseCsv(text: string, separator: string, mostColumns: number): ParsedCsv {
  const rows: string[][] = [];
  const cursor: Cursor = { text, separator, at: 0, line: 1, quotedFrom: 1 };
  while (cursor.at < text.length) {
    const row = readRow(cursor, mostColumns);
    if (!row) return { rows, openQuote: cursor.quotedFrom };
    rows.push(row);
    if (rows.length > MAX_LINES) throw new FileProblem('too_many_rows');
  }
  return { rows };
}

export const SEPARATORS = [';', ',', '\t', '|'] as const;
