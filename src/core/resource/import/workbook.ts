import type { CellValue } from 'exceljs';
import { unzipSync } from 'fflate';
import { type FileCell, wallOf } from './cells.ts';
import { FileProblem } from './problem.ts';

/** A workbook unpacks to many times its size, a hostile one to gigabytes. */
const LARGEST_UNPACKED = 150 * 1024 * 1024;
const MOST_COLUMNS = 100;

/** The cells of each visible sheet, as a person sees them: formulas by what they came to. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>, mostRows: number): Promise<FileCell[][][]> {
  demandSize(bytes);
  const { Workbook } = await import('exceljs').then((module) => module.default ?? module);
  const workbook = new Workbook();
  try {
    await workbook.xlsx.load(bytes.buffer);
  } catch {
    throw new FileProblem('unreadable');
  }
  return workbook.worksheets
    .filter((sheet) => sheet.state === 'visible')
    .map((sheet) => {
      const rows: FileCell[][] = [];
      sheet.eachRow((row, number) => {
        if (number > mostRows) throw new FileProblem('too_many_rows');
        const cells: FileCell[] = [];
        row.eachCell((cell, at) => {
          if (at <= MOST_COLUMNS) cells[at - 1] = cellOf(cell.value, cell.numFmt);
        });
        rows[number - 1] = Array.from(cells, (cell) => cell ?? null);
      });
      return Array.from(rows, (row) => row ?? []);
    });
}

function demandSize(bytes: Uint8Array): void {
  let size = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        return false;
      },
    });
  } catch {
    throw new FileProblem('unreadable');
  }
  if (size > LARGEST_UNPACKED) throw new FileProblem('too_large');
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
