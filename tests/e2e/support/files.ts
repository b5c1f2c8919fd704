import { readFileSync } from 'node:fs';
import type { Download } from '@playwright/test';
import ExcelJS from 'exceljs';
import { readPdf } from '#tests/support/pdf.ts';

export type CellValue = string | number | null;

export interface Sheet {
  title: string;
  headers: string[];
  rows: CellValue[][];
  /** The line under the rows, by what its formulas come to. */
  totals: CellValue[];
}

function toPlainValue(value: ExcelJS.CellValue): CellValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // The reader leaves out a result that is zero.
  if (typeof value === 'object' && 'formula' in value) return toPlainValue(value.result ?? 0);
  return typeof value === 'number' ? value : String(value);
}

/** Reads the first sheet as a person would: title, headers above the frozen line, rows, total. */
export async function readXlsx(download: Download): Promise<Sheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await download.path());
  const sheet = workbook.worksheets[0];
  if (!sheet) throw new Error('The workbook has no sheet');
  const frozen = sheet.views[0];
  if (frozen?.state !== 'frozen') throw new Error('The headers are not frozen');
  const header = frozen.ySplit as number;
  const width = sheet.getRow(header).cellCount;
  const line = (number: number) => Array.from({ length: width }, (_, at) => toPlainValue(sheet.getRow(number).getCell(at + 1).value));
  const rows: CellValue[][] = [];
  for (let at = header + 1; ; at += 1) {
    const values = line(at);
    // The rows are from the first day to the line whose first cell isn't a day: the total.
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(values[0]))) {
      return { title: String(sheet.getCell(1, 1).value), headers: line(header).map(String), rows, totals: values };
    }
    rows.push(values);
  }
}

export async function readCsv(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

/** The selectable text of the PDF. */
export async function downloadedText(download: Download): Promise<string> {
  return readPdf(readFileSync(await download.path()))
    .map(({ text }) => text)
    .join('\n');
}
