import { asKept, type ExportInput, formatterOf, hasTotals, headerText, type OnProgress, totalLabelAt } from '#common/files/input.ts';
import { plain } from '#common/format/file-numbers.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { decimalMark } from '#common/format/locale.ts';
import { toWindows1251 } from './windows-1251.ts';

/**
 * Texts that a spreadsheet would run as a formula, also with apostrophes before them, so that an added apostrophe can be recognised and
 * removed.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Adds an apostrophe to a text that a spreadsheet would run as a formula: it is safe to open and can be restored. */
const safe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/**
 * Returns header, rows and total as CSV by RFC 4180: a table from its first line. Numbers are exact, with the locale's decimal mark and no
 * thousands; dates are as on screen. `;` separates the fields if the comma is the decimal mark.
 */
function csvText(input: ExportInput, onProgress?: OnProgress, signal?: AbortSignal): string {
  const { columns, rows, totals } = input;
  const format = formatterOf(input);
  const separator = input.bare || decimalMark(input.language) === ',' ? ';' : ',';
  const special = new RegExp(`["\\r\\n${separator}]`);
  const quote = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (fields: string[]) => `${fields.join(separator)}\r\n`;
  const isNumber = columns.map(({ kind }) => KIND_FORMATS[kind].type === 'number');
  const field = (row: ExportInput['totals'], at: number) => {
    const column = columns[at]!;
    const { key, kind } = column;
    const text = plain(format, kind, row[key], !asKept(input));
    return quote(isNumber[at] ? text : safe(text));
  };
  const record = (row: ExportInput['totals']) => line(columns.map((_, at) => field(row, at)));

  const parts: string[] = [];
  parts.push(line(columns.map((column) => quote(safe(column.heading ? `${column.heading}: ${headerText(column)}` : headerText(column))))));
  rows.forEach((row, i) => {
    if (i % 1000 === 0) {
      signal?.throwIfAborted();
      onProgress?.(i / rows.length);
    }
    parts.push(record(row));
  });
  if (input.bare) return parts.join('');
  const labelAt = totalLabelAt(input);
  if (hasTotals(input)) parts.push(line(columns.map((_, at) => (at === labelAt ? quote(safe(input.labels.total)) : field(totals, at)))));
  return parts.join('');
}

/** UTF-8 with a byte-order mark, which Excel needs; `bare` files use Windows-1251, which accounting programs read. */
export async function toCsv(input: ExportInput, onProgress?: OnProgress, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const text = csvText(input, onProgress, signal);
  return input.bare ? toWindows1251(text) : new TextEncoder().encode(`\ufeff${text}`);
}
