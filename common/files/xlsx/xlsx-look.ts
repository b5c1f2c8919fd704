import type { Workbook, Worksheet } from 'exceljs';
import { type ExportColumn, type ExportInput, isSigned } from '#common/files/input.ts';
import { excelFormat } from '#common/format/excel.ts';

/** Excel wants a font named in full. */
export const BOLD = { name: 'Calibri', family: 2, size: 11, bold: true };
export const LINE = { style: 'thin', color: { argb: 'FF9AA59B' } } as const;

export const numberFormat = (input: ExportInput, column: ExportColumn) =>
  excelFormat(column.kind, { ...input, decimals: column.decimals, signed: isSigned(column) });

/** On paper: A4 across, as wide as the sheet, these rows above every page, whose number stands below. */
export function setUpPages(sheet: Worksheet, top: number, bottom = top): void {
  sheet.pageSetup = {
    paperSize: 9,
    orientation: 'landscape',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    printTitlesRow: `${top}:${bottom}`,
  };
  sheet.headerFooter.oddFooter = '&R&P / &N';
}

export function setWidths(sheet: Worksheet, widths: readonly number[]): void {
  widths.forEach((width, at) => {
    sheet.getColumn(at + 1).width = width;
  });
}

/** Of a paper: its workbook says when it was issued instead of when the file was made. */
export function setIssued(workbook: Workbook, at: string): void {
  workbook.created = new Date(at);
  workbook.modified = new Date(at);
}
