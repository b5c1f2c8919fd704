import { type ExportColumn, printable } from '#common/files/input.ts';
import { wallClock } from '#common/format/clock.ts';
import { exactNumber } from '#common/format/file-numbers.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const LONGEST_TEXT = 32_767;

/**
 * Returns a value as Excel stores it: a number in the shown unit with all its decimals, a day as its serial number, else text; null if empty.
 * `summed`: of a report, whose figures are added up.
 */
export function excelValue(
  format: Formatter,
  column: ExportColumn,
  cell: string | number | boolean | null | undefined,
  summed = false,
): number | string | null {
  const { kind } = column;
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell !== 'boolean') {
    switch (KIND_FORMATS[kind].type) {
      case 'number':
        return exactNumber(format, kind, cell, summed);
      case 'date':
        return serial(Date.parse(`${String(cell).slice(0, 10)}T00:00:00Z`)) ?? String(cell);
      case 'datetime':
        return serial(wallClock(String(cell), format.timezone)?.getTime() ?? Number.NaN) ?? String(cell);
      case 'time':
        return serial(EPOCH + Date.parse(`1970-01-01T${String(cell).padEnd(8, ':00')}Z`)) ?? String(cell);
    }
  }
  return printable(format.value(kind, cell)).replace(/\r\n?/g, '\n').slice(0, LONGEST_TEXT);
}

const serial = (ms: number): number | null => (Number.isNaN(ms) ? null : (ms - EPOCH) / DAY_MS);

/** `A`, `B`, … `AA` for 0, 1, … 26. */
export const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** A name Excel takes for a sheet: at most 31 characters, none of `[]:*?/\`, and taken by no other sheet. */
export function sheetName(title: string, taken: readonly string[] = []): string {
  // An apostrophe would have to be doubled wherever the sheet is referred to, which ExcelJS doesn't.
  const base = printable(title)
    .replaceAll("'", '’')
    .replace(/[[\]:*?/\\\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = (room: number) =>
    Array.from(base || 'Sheet')
      .reduce((name, letter) => (name.length + letter.length > room ? name : name + letter), '')
      .trimEnd();
  // Excel keeps "History" for itself.
  let name = /^history$/i.test(base) ? `${base} 1` : cut(31);
  for (let i = 2; taken.some((other) => other.toLowerCase() === name.toLowerCase()); i++) name = `${cut(31 - ` ${i}`.length)} ${i}`;
  return name;
}
