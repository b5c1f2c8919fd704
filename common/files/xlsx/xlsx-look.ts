import type { Worksheet } from 'exceljs';

/** Excel wants a font named in full. */
export const BOLD = { name: 'Calibri', family: 2, size: 11, bold: true };

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
