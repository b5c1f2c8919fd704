import type { CellValue } from 'exceljs';
import { type Area, boundWorkbook } from './bounded-workbook.ts';
import { type FileCell, wallOf } from './cells.ts';
import { FileProblem } from './problem.ts';

/** What lies further to the right is not read. */
export const MOST_COLUMNS = 100;

/** The cells of each visible sheet, as a person sees them: formulas by what they came to. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, mostRows: number): Promise<FileCell[][][]> {
  const bounded = boundWorkbook(bytes, MOST_COLUMNS);
  const { Workbook } = await import('exceljs').then((module) => module.default ?? module);
  const workbook = new Workbook();
  try {
    await workbook.xlsx.load(bounded.bytes.buffer);
  } catch {
    throw new FileProblem('unreadable');
  }
  return workbook.worksheets.map((sheet, index) => {
    const found: FileCell[][] = [];
    sheet.eachRow((row, number) => {
      if (number > mostRows) throw new FileProblem('too_many_rows');
      const cells: FileCell[] = [];
      row.eachCell((cell, at) => {
        if (at <= MOST_COLUMNS) cells[at - 1] = cellOf(cell.value, cell.numFmt);
      });
      found[number - 1] = Array.from(cells, (cell) => cell ?? null);
    });
    const rows = Array.from(found, (row) => row ?? []);
    fillMerged(rows, bounded.merged[index] ?? []);
    return rows;
  });
}

/** Each cell of a merged area shows what its first cell holds. */
function fillMerged(rows: FileCell[][], areas: readonly Area[]): void {
  for (const { top, left, bottom, right } of areas) {
    const value = rows[top - 1]?.[left - 1] ?? null;
    if (value === null) continue;
    for (const row of rows.slice(top - 1, bottom)) {
      while (row.length < Math.min(right, MOST_COLUMNS)) row.push(null);
      row.fill(value, left - 1, right);
    }
  }
}

function cellOf(value: CellValue, format: string | undefined): FileCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) {
    const wall = wallOf(value.getTime());
    return wall === null ? null : { wall };
  }
  if (typeof value === 'number') return format?.includes('%') ? `${Number((value * 100).toPrecision(15))}%` : value;
  if (typeof value !== 'object') return value;
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('text' in value) return cellOf(value.text as CellValue, format);
  if ('error' in value) return String(value.error);
  return 'result' in value ? cellOf(value.result as CellValue, format) : null;
}
