import type { Cell, Sheet as ReadSheet } from 'hucre/xlsx';
import { type Area, boundWorkbook } from './bounded-workbook.ts';
import type { FileCell, FileSheets, HiddenReason, PlainCell, Sheet } from './cell.ts';
import { toWallClock } from './cells.ts';
import { FileProblem } from './problem.ts';
import { openPackage } from './unpack.ts';

/** Columns further to the right aren't read. */
export const MAX_COLUMNS = 100;

/** Returns the cells of each visible sheet as a person sees them: formulas as their stored results. Throws a `FileProblem`. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, mostRows: number): Promise<FileSheets> {
  const bounded = boundWorkbook(bytes, MAX_COLUMNS);
  const { readXlsx } = await import('hucre/xlsx');
  const book = await readOr('unreadable', () => readXlsx(bounded.bytes, { readStyles: true }));
  const sheets = bounded.sheets.map(({ name, merged, hiddenColumns }, index): Sheet => {
    const { rows, unseen } = toRows(book.sheets[index], mostRows);
    fillMerged(rows, merged);
    return { name, rows, unseen, hiddenColumns };
  });
  return { sheets, hiddenSheets: bounded.hiddenSheets };
}

/** Returns the cells of an OpenDocument spreadsheet. Throws a `FileProblem`; hidden lines are refused, because their places aren't read. */
export async function readOpenDocument(bytes: Uint8Array<ArrayBuffer>, mostRows: number): Promise<FileSheets> {
  const content = openPackage(bytes)('content.xml');
  if (content === undefined) throw new FileProblem('unreadable');
  if (/\stable:visibility="(?:collapse|filter)"/.test(content)) throw new FileProblem('hidden_lines');
  const { readOds } = await import('hucre/ods');
  const book = await readOr('too_much', () => readOds(bytes, { readStyles: true }));
  const sheets = book.sheets.map((sheet): Sheet => {
    const { rows, unseen } = toRows(sheet, mostRows);
    const merged = (sheet.merges ?? []).map(({ startRow, startCol, endRow, endCol }) => ({
      top: startRow + 1,
      left: startCol + 1,
      bottom: endRow + 1,
      right: endCol + 1,
    }));
    fillMerged(rows, merged);
    return { name: sheet.name, rows, unseen, hiddenColumns: new Set() };
  });
  return { sheets, hiddenSheets: [] };
}

async function readOr<T>(reason: 'unreadable' | 'too_much', read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw new FileProblem(reason);
  }
}

function toRows(sheet: ReadSheet | undefined, mostRows: number): { rows: FileCell[][]; unseen: Map<number, HiddenReason> } {
  const { rows: values = [], cells, rowDefs } = sheet ?? {};
  const unseen = new Map<number, HiddenReason>();
  const last = values.findLastIndex((row) => row.some((value) => value !== null && value !== ''));
  if (last + 1 > mostRows) throw new FileProblem('too_many_rows');
  const rows = values.slice(0, Math.max(last, lastFormula(cells)) + 1).map((row, line) => {
    const found = Array.from({ length: Math.min(row.length, MAX_COLUMNS) }, (_, at) => cells?.get(`${line},${at}`));
    const filled = row.flatMap((value, at) => (value === null || value === '' || at >= found.length ? [] : [at]));
    const struck = new Set(filled.filter((at) => isStruck(found[at])));
    const isStruckOut = filled.length > 0 && struck.size === filled.length;
    if (rowDefs?.get(line)?.hidden) unseen.set(line, 'hidden');
    else if (isStruckOut) unseen.set(line, 'struck');
    return found.map((cell, at) => (struck.has(at) && !isStruckOut ? { struck: true as const } : toFileCell(row[at] ?? null, cell)));
  });
  return { rows, unseen };
}

const lastFormula = (cells: ReadonlyMap<string, Cell> | undefined): number =>
  Math.max(-1, ...[...(cells ?? [])].filter(([, { type }]) => type === 'formula').map(([place]) => Number(place.split(',')[0])));

/** A text that is struck out in part counts as struck out: the rest of it is an unfinished correction. */
function isStruck(cell: Cell | undefined): boolean {
  return cell?.style?.font?.strikethrough === true || (cell?.richText?.some(({ font }) => font?.strikethrough) ?? false);
}

function toFileCell(value: unknown, cell: Cell | undefined): FileCell {
  if (value === null || value === undefined) return cell?.type === 'formula' ? { uncached: true } : null;
  if (value instanceof Date) {
    const wall = toWallClock(value.getTime());
    return wall === null ? null : { wall };
  }
  if (typeof value === 'number') return toNumberCell(value, cell?.style?.numFmt);
  return typeof value === 'boolean' ? value : String(value);
}

/** Returns a number with the parts of its format that change its meaning: percent, a unit, leading zeros. */
function toNumberCell(value: number, format = 'General'): PlainCell {
  const [shown = ''] = format.split(';');
  if (shown.replace(/"[^"]*"|\\./g, '').includes('%')) return `${Number((value * 100).toPrecision(15))}%`;
  if (/^00+$/.test(shown) && Number.isInteger(value) && value >= 0) return String(value).padStart(shown.length, '0');
  const unit = unitIn(shown);
  return unit === '' ? value : { number: value, unit };
}

/** Returns the words and signs of a number format without its digits: `0.0" т"` → `т`, `#,##0 [$₴-422]` → `₴`. */
function unitIn(format: string): string {
  if (/^(?:general|@|text)$/i.test(format)) return '';
  return format
    .replace(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, '"$1"')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/"([^"]*)"|\\(.)|_.|\*.|[#0?.,E+\-()@]/g, (_, quoted, escaped) => quoted ?? escaped ?? '')
    .trim();
}

/** Writes the value of a merged area's first cell into the other cells of the area, as a repeated value. */
function fillMerged(rows: FileCell[][], areas: readonly Area[]): void {
  for (const { top, left, bottom, right } of areas) {
    const value = rows[top - 1]?.[left - 1] ?? null;
    if (value === null || (typeof value === 'object' && ('merged' in value || 'uncached' in value || 'struck' in value))) continue;
    for (const [index, row] of rows.slice(top - 1, bottom).entries()) {
      while (row.length < Math.min(right, MAX_COLUMNS)) row.push(null);
      row.fill({ merged: value }, left - 1, right);
      if (index === 0) row[left - 1] = value;
    }
  }
}
