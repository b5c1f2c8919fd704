import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import i18next, { type TFunction } from 'i18next';
import type { Language } from '../../contract/kinds.ts';

/** The words that a screen of reports has: a form takes the names of its fields from operations. */
export async function screenTexts(language: Language): Promise<TFunction> {
  const tag = language === 'us' ? 'en-US' : language;
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/${name}.json`), 'utf8'));
  const resources = { [tag]: Object.fromEntries(['core', 'reports', 'operations'].map((name) => [name, read(name)])) };
  return i18next.createInstance().init({ lng: tag, resources, defaultNS: 'core', interpolation: { escapeValue: false } });
}

/** A workbook as text, cell by cell: value or formula with what it comes to, and the number format where there is one. */
export async function workbookText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer);
  const lines = workbook.worksheets.flatMap((sheet) => {
    const frozen = sheet.views[0]?.state === 'frozen' ? `, frozen at ${sheet.views[0].xSplit ?? 0}/${sheet.views[0].ySplit ?? 0}` : '';
    const found = [`sheet ${sheet.name}${frozen}${sheet.autoFilter ? `, filter ${JSON.stringify(sheet.autoFilter)}` : ''}`];
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        // Cells of a merge repeat the first.
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

const RESOLUTION = 18;
const CELL = 6;
/** From paper to ink. */
const SHADES = ' .:-=+*#%@';

/** A PDF as its text, laid out as on paper, and each page as a coarse picture in characters. */
export function pdfText(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'manger-golden-'));
  try {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, bytes);
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    execFileSync('pdftoppm', ['-r', String(RESOLUTION), '-gray', file, join(folder, 'page')]);
    const pages = text.split('\f').slice(0, -1);
    const pictures = pages.map((_, index) => {
      const digits = String(pages.length).length;
      return picture(readFileSync(join(folder, `page-${String(index + 1).padStart(digits, '0')}.pgm`)));
    });
    return pages.map((page, index) => `page ${index + 1}\n${page.trimEnd()}\n\n${pictures[index]}`).join('\n\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How much ink lies where: a margin that is lost or a table that runs off the page is seen at once. */
function picture(pgm: Buffer): string {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 40).toString('latin1'));
  if (!head) throw new Error('no grey picture');
  const [width, height, start] = [Number(head[1]), Number(head[2]), head[0].length];
  const lines: string[] = [];
  for (let top = 0; top + CELL <= height; top += CELL) {
    let line = '';
    for (let left = 0; left + CELL / 2 <= width; left += CELL / 2) {
      let ink = 0;
      for (let y = top; y < top + CELL; y += 1)
        for (let x = left; x < left + CELL / 2; x += 1) ink += 255 - (pgm[start + y * width + x] ?? 255);
      line += SHADES[Math.min(SHADES.length - 1, Math.round((ink / 255 / CELL / (CELL / 2)) * (SHADES.length - 1)))];
    }
    lines.push(line.trimEnd());
  }
  return lines.join('\n').trimEnd();
}
