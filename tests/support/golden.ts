import ExcelJS from 'exceljs';
import i18next, { type TFunction } from 'i18next';
import type { Language } from '#contract/kinds.ts';
import { readTexts } from '#scripts/texts.ts';
import { drawPdf, readPdf } from './pdf.ts';

/** Caches the result of `make` by name. */
export function once<Name, Made>(make: (name: Name) => Made): (name: Name) => Made {
  const made = new Map<Name, Made>();
  return (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name) as Made;
  };
}

/** Texts of the screen of reports. A form takes names of fields from operations. Read once per language. */
export const screenTexts = once(async (language: Language): Promise<TFunction> => {
  const tag = language === 'us' ? 'en-US' : language;
  const resources = { [tag]: readTexts(language) };
  return i18next.createInstance().init({ lng: tag, resources, defaultNS: 'core', interpolation: { escapeValue: false } });
});

/** A workbook as text, cell by cell: value, or formula with its result, and the number format. */
export async function workbookText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer);
  const lines = workbook.worksheets.flatMap((sheet) => {
    const frozen = sheet.views[0]?.state === 'frozen' ? `, frozen at ${sheet.views[0].xSplit ?? 0}/${sheet.views[0].ySplit ?? 0}` : '';
    const found = [`sheet ${sheet.name}${frozen}${sheet.autoFilter ? `, filter ${JSON.stringify(sheet.autoFilter)}` : ''}`];
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        // Cells of a merge repeat the first one.
        if (cell.isMerged && cell.master !== cell) return;
        found.push(`${cell.address}\t${valueText(cell.value)}${cell.numFmt && cell.numFmt !== 'General' ? `\t[${cell.numFmt}]` : ''}`);
      }),
    );
    return found;
  });
  return lines.join('\n');
}

function valueText(value: ExcelJS.CellValue): string {
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('formula' in value) return `=${value.formula} → ${JSON.stringify(value.result ?? 0)}`;
  return JSON.stringify(value);
}

/** A PDF as text laid out as on paper, and a coarse picture of each page in characters. */
export function pdfText(bytes: Uint8Array): string {
  const pictures = drawPdf(bytes);
  return readPdf(bytes)
    .map(({ text }, index) => `page ${index + 1}\n${text}\n\n${pictures[index]}`)
    .join('\n\n');
}
